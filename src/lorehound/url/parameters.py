"""Names of query parameters that say who came from where, or whose session it is: never which page."""

TRACKING = frozenset(
    # campaigns and clicks
    "fbclid gclid gclsrc gbraid wbraid dclid msclkid yclid ysclid twclid ttclid igshid igsh li_fat_id epik srsltid "
    "_openstat wickedid vero_id vero_conv oly_anon_id oly_enc_id mc_cid mc_eid mkt_tok _hsenc _hsmi __hssc __hstc "
    "__hsfp hsctatracking ref_src ref_url _ga _gl _gac __s s_cid s_kwcid xtor piwik_campaign piwik_kwd pk_campaign "
    "pk_kwd pk_source pk_medium pk_content mtm_campaign mtm_kwd mtm_keyword mtm_source mtm_medium mtm_content "
    "mtm_cid mtm_group mtm_placement matomo_campaign hsa_acc hsa_cam hsa_grp hsa_ad hsa_src hsa_net hsa_kw hsa_ver "
    # Chinese sites
    "spm spm_id_from vd_source share_source share_medium share_plat share_session_id share_tag share_token "
    "share_from bd_vid bd_source hmsr hmpl hmcu hmkw hmci scm_id from_spmid seid".split()
)
"""Taken off wherever they stand; ``utm_`` names too."""

SESSIONS = frozenset(
    [
        "phpsessid",
        "jsessionid",
        "aspsessionid",
        "zenid",
        "oscsid",
        "cfid",
        "cftoken",
        "sessionid",
        "session_id",
        "viewstate",
    ]
)
"""Sessions by their name alone."""

MAYBE_SESSIONS = frozenset("sid session sess ses sesid sessid".split())
"""Sessions when the value looks random, else they tell pages apart."""
