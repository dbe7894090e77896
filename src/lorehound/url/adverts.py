"""Where advertising, counting and sharing live: hosts with all their subdomains, and paths."""

ADVERTS = frozenset(
    # advertising
    "doubleclick.net googlesyndication.com googleadservices.com googletagservices.com adservice.google.com "
    "ads.google.com 2mdn.net adnxs.com adsrvr.org adform.net adroll.com amazon-adsystem.com criteo.com criteo.net "
    "taboola.com outbrain.com revcontent.com mgid.com zergnet.com pubmatic.com rubiconproject.com openx.net "
    "casalemedia.com smartadserver.com yieldmo.com sharethrough.com teads.tv media.net buysellads.com carbonads.com "
    "carbonads.net propellerads.com popads.net popcash.net exoclick.com zedo.com bidswitch.net contextweb.com "
    "serving-sys.com advertising.com adcolony.com applovin.com inmobi.com adblade.com ads-twitter.com ads.linkedin.com "
    "shareasale.com awin1.com anrdoezrs.net dpbolvw.net jdoqocy.com tkqlhce.com kqzyfj.com linksynergy.com "
    "clickbank.net impact.com skimresources.com viglink.com yandexadexchange.net an.yandex.ru adfox.ru "
    # counting
    "google-analytics.com googletagmanager.com analytics.google.com scorecardresearch.com quantserve.com "
    "quantcount.com hotjar.com mixpanel.com segment.io segment.com amplitude.com heapanalytics.com fullstory.com "
    "clarity.ms bat.bing.com statcounter.com histats.com moatads.com newrelic.com nr-data.net chartbeat.com "
    "chartbeat.net parsely.com omtrdc.net demdex.net everesttech.net 2o7.net krxd.net bluekai.com exelator.com "
    "rlcdn.com crwdcntrl.net agkn.com addthis.com sharethis.com mc.yandex.ru counter.yadro.ru top-fwz1.mail.ru "
    # Chinese advertising and counting
    "pos.baidu.com cpro.baidu.com cpro.baidustatic.com hm.baidu.com eclick.baidu.com e.baidu.com union.baidu.com "
    "tanx.com mmstat.com alimama.com alimama.cn s.click.taobao.com union-click.jd.com cnzz.com cnzz.net "
    "umeng.com 51.la gdt.qq.com e.qq.com l.qq.com pingjs.qq.com pgdt.gtimg.cn adukwai.com oceanengine.com "
    "pangolin-sdk-toutiao.com allyes.com mediav.com admaster.com.cn miaozhen.com irs01.com ipinyou.com "
    "adsame.com acs86.com union.sogou.com inte.sogou.com growingio.com sensorsdata.cn".split()
)

SHARING = (
    ("facebook.com", "/sharer"),
    ("facebook.com", "/share.php"),
    ("facebook.com", "/dialog/"),
    ("twitter.com", "/intent/"),
    ("twitter.com", "/share"),
    ("x.com", "/intent/"),
    ("x.com", "/share"),
    ("linkedin.com", "/sharearticle"),
    ("linkedin.com", "/sharing/"),
    ("linkedin.com", "/cws/share"),
    ("pinterest.com", "/pin/create"),
    ("reddit.com", "/submit"),
    ("news.ycombinator.com", "/submitlink"),
    ("tumblr.com", "/share"),
    ("tumblr.com", "/widgets/share"),
    ("t.me", "/share"),
    ("telegram.me", "/share"),
    ("wa.me", "/"),
    ("api.whatsapp.com", "/send"),
    ("getpocket.com", "/save"),
    ("vk.com", "/share.php"),
    ("service.weibo.com", "/share"),
    ("connect.qq.com", "/widget/shareqq"),
    ("sns.qzone.qq.com", "/cgi-bin/qzshare"),
    ("share.v.t.qq.com", "/"),
    ("douban.com", "/share"),
    ("douban.com", "/recommend"),
)
"""Host (and its subdomains) with the start of the path, lower-case: forms that post a page elsewhere."""

ADVERT_PATH = (
    r"/(?:adclicks?|ad[_-]?click|adserver|adserve|adframe|adredir(?:ect)?|adview|banner[_-]?click|clickthrough|"
    r"revive/www/delivery|openx/www/delivery|www/delivery/ck\.php|pagead|gampad|aclk)(?:[/.?]|$)"
)
"""Paths of advertising programs that a site runs itself."""
