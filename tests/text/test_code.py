import numpy as np
import pytest

from lorehound.text.code import language_of_code
from lorehound.text.scan import ID, Scan


@pytest.mark.parametrize(
    ("html", "language"),
    [
        ('<pre><code class="language-rust">x</code></pre>', "rust"),
        ('<pre class="brush: js; toolbar: false">x</pre>', "javascript"),
        ('<div class="highlight-python3 notranslate"><div class="highlight"><pre>x</pre></div></div>', "python"),
        ('<div class="highlight highlight-source-shell"><pre>x</pre></div>', "bash"),
        ('<pre data-lang="C++">x</pre>', "cpp"),
        ('<pre class="sourceCode haskell"><code>x</code></pre>', "haskell"),
        ('<pre><code class="hljs sql">x</code></pre>', "sql"),
        ('<pre class="language-none">x</pre>', ""),
        ("<pre>x</pre>", ""),
    ],
)
def test_language(html, language):
    scan = Scan(html)
    pre = int(np.flatnonzero(scan.names == ID["pre"])[0])
    assert language_of_code(scan, pre) == language
