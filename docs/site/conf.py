"""How Sphinx writes the manual; docs/make_site.py puts its pages together."""

import dataclasses
import re

import mousehole

project = "mousehole"
author = "the mousehole authors"
copyright = author  # noqa: A001 (Sphinx asks for this name)
version = release = mousehole.__version__
extensions = ["myst_parser", "sphinx.ext.autodoc"]
nitpicky = False  # types of the inside are named in signatures, and have no page

myst_heading_anchors = 3
highlight_language = "none"
default_role = "code"  # docstrings write `names` as Markdown does

autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_typehints_format = "short"
autodoc_class_signature = "mixed"
python_maximum_signature_line_length = 100
toc_object_entries_show_parents = "hide"

html_theme = "furo"
html_title = "mousehole"
html_static_path = ["static"]
templates_path = ["templates"]
html_css_files = ["manual.css"]
html_use_index = False
html_copy_source = False
html_show_copyright = False
html_theme_options = {"light_css_variables": {}, "dark_css_variables": {}}
pygments_style = "a11y-high-contrast-light"
pygments_dark_style = "a11y-high-contrast-dark"

ANY_GAME = re.compile(r"~?[\w.]*\bGame\[(~?(typing\.)?Any(, )?){3}\]")


def setup(app):
    """Let signatures read as the source does."""
    app.connect("autodoc-process-signature", short_signature)


def short_signature(app, what, name, found, options, signature, result):
    """Leave out what the fields below say better; games of any kind are called what the source calls them."""
    if what == "class" and (dataclasses.is_dataclass(found) or getattr(found, "_is_protocol", False)):
        return "", None
    return tuple(part and ANY_GAME.sub("~mousehole.AnyGame", part) for part in (signature, result))
