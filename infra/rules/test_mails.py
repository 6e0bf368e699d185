"""The style sheet of emails."""

import re

from stack.instance import ROOT


def test_emails_have_the_colors_of_the_web_app() -> None:
    styles = (ROOT / "shared" / "mail" / "templates" / "mail.css").read_text()
    palette = (ROOT / "frontend" / "src" / "theme" / "palette.ts").read_text()
    colors = re.findall(r"#[0-9a-f]{6}", styles)
    assert colors
    assert [color for color in colors if color not in palette] == []
