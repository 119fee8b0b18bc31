"""Cuts the two faces of a fresh site to what a first view needs, from the whole ones beside them.

Not part of the build, like fonts.mjs: the files are in the repository, and this says how they came about.
It needs fontTools and brotli (Debian: fonttools, python3-brotli).

A page asks for both faces, its styles and its script at once. On a slow line the first round trip brings
10,220 bytes of each, 640 of them header fields, and whatever is larger is seen one round trip later.
"""
from io import BytesIO
from pathlib import Path

from fontTools import subset
from fontTools.ttLib.scaleUpem import scale_upem

FONTS = Path(__file__).parent.parent / "src/styles/fonts"
# What a page in English is written in, and whatever is said on every page. src/styles/fonts-more.css lists the others.
BASIC = "20-5b 5d 5f 61-7a 7c a0 a9 b7 2013-2014 2018-2019 201c-201d 2022 2026"
STEP = 1 / 200  # em; nobody sees kerning change by less
MOST = 9570  # bytes; web/test/budget.test.ts holds the same


def cut(whole, basic, units):
    options = subset.Options(flavor="woff2", hinting=False, layout_features=["kern", "liga", "tnum"], name_IDs=[1, 2], notdef_outline=False, recalc_bounds=True)
    font = subset.load_font(FONTS / whole, options)
    without_arrows(font)
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=[point for run in BASIC.split() for point in points(*run.split("-"))])
    subsetter.subset(font)
    scale_upem(font, units)
    round_kerning(font, units * STEP)
    # Widths of other weights are in gvar, too; the rest is for hints, menus of fonts and underlines.
    for table in ("HVAR", "MVAR", "STAT", "prep", "gasp"):
        if table in font:
            del font[table]
    cut = BytesIO()
    subset.save_font(font, cut, options)
    print(cut.tell(), basic)
    assert cut.tell() < MOST, "more than a round trip"
    (FONTS / basic).write_bytes(cut.getvalue())


def without_arrows(font):
    """Drops the ligatures that draw an arrow for -> and the like."""
    for lookup in font["GSUB"].table.LookupList.Lookup:
        for table in map(inner, lookup.SubTable):
            for first in ("hyphen", "less"):
                getattr(table, "ligatures", {}).pop(first, None)


def round_kerning(font, step):
    """The same for all weights, in steps: it is most of what a face weighs."""
    for lookup in font["GPOS"].table.LookupList.Lookup:
        for table in map(inner, lookup.SubTable):
            if table.LookupType != 2:
                continue
            table.ValueFormat1 &= 4
            for value in values(table):
                value.XAdvance = round(round((value.XAdvance or 0) / step) * step)
                value.XAdvDevice = None


def values(pairs):
    sets = pairs.PairSet if pairs.Format == 1 else pairs.Class1Record
    for one in sets:
        for record in one.PairValueRecord if pairs.Format == 1 else one.Class2Record:
            if record.Value1:
                yield record.Value1


def points(first, last=None):
    return range(int(first, 16), int(last or first, 16) + 1)


def inner(table):
    return getattr(table, "ExtSubTable", table)


cut("anek-display.woff2", "anek-basic.woff2", 1000)
cut("geist-text.woff2", "geist-basic.woff2", 500)
