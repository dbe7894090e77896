"""Words that frames of pages are made of, found in a whole page's text at once."""

import numpy as np
import numpy.typing as npt

GROUPS: dict[str, str] = {
    "legal": "privacy policy cookie cookies terms conditions copyright rights reserved disclaimer consent gdpr accept "
    "隐私 版权 条款 备案 声明",
    "account": "login log sign signup register subscribe newsletter account password email cart checkout basket "
    "登录 注册 订阅 邮箱 密码 购物",
    "social": "share tweet facebook twitter instagram linkedin youtube pinterest whatsapp follow like likes 分享 微博 "
    "微信 关注 点赞",
    "moving": "home menu search next previous prev back skip toggle close open top more read view click here all show "
    "hide 首页 菜单 搜索 上一 下一 返回 更多 点击 查看",
    "talk": "comment comments reply replies posted ago author written updated published views min minutes by 评论 回复 "
    "发表 作者 阅读 来源 编辑",
    "other": "related popular latest recent trending recommended similar categories tags archives advertisement "
    "sponsored 相关 推荐 热门 最新 广告 分类 标签 排行",
    "shop": "price sale shipping add buy stock quantity reviews rating stars delivery returns 价格 购买 库存 评价 运费",
}
"""Groups of words; Chinese ones have two characters."""

_BASE = np.uint64(0x100000001B3)
_POWERS = np.cumprod(np.full(24, _BASE, np.uint64))
_LONGEST = len(_POWERS)


def _hash(word: str) -> int:
    codes = np.frombuffer(word.encode("utf-32-le"), np.uint32).astype(np.uint64)
    return int((codes * _POWERS[: len(codes)]).sum())


_KNOWN = sorted((_hash(word), number) for number, words in enumerate(GROUPS.values()) for word in words.split())
_HASHES = np.array([known[0] for known in _KNOWN], np.uint64)
_GROUP_OF = np.array([known[1] for known in _KNOWN])


def occurrences(
    codes: npt.NDArray[np.uint32], in_word: npt.NDArray[np.bool_], ideograph: npt.NDArray[np.bool_]
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """Where in a text (by character) words of the groups begin, and the group of each.

    ``codes`` are the text's characters, ``in_word`` says which are letters or digits, ``ideograph`` which are Chinese.
    """
    lower = (codes + ((codes >= 65) & (codes <= 90)) * np.uint32(32)).astype(np.uint64)
    starts = np.flatnonzero(in_word & ~np.concatenate(([False], in_word[:-1])))
    found_at: list[npt.NDArray[np.int64]] = []
    hashes: list[npt.NDArray[np.uint64]] = []
    if len(starts):
        places = np.arange(len(codes)) - np.repeat(
            np.concatenate(([0], starts)), np.diff(np.concatenate(([0], starts, [len(codes)])))
        )
        values = lower * _POWERS[np.minimum(places, _LONGEST - 1)] * in_word
        hashes.append(np.add.reduceat(values, starts))
        found_at.append(starts)
    pairs = np.flatnonzero(ideograph[:-1] & ideograph[1:]) if len(codes) > 1 else np.empty(0, np.int64)
    if len(pairs):
        hashes.append(lower[pairs] * _POWERS[0] + lower[pairs + 1] * _POWERS[1])
        found_at.append(pairs)
    if not hashes:
        return np.empty(0, np.int64), np.empty(0, np.int64)
    all_hashes, at = np.concatenate(hashes), np.concatenate(found_at)
    place = np.minimum(np.searchsorted(_HASHES, all_hashes), len(_HASHES) - 1)
    known = _HASHES[place] == all_hashes
    return at[known], _GROUP_OF[place[known]]
