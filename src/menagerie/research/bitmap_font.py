"""A bitmap font, 5 by 7 pixels, to draw terminal output as a picture without an image library.

Each glyph is written as its character and seven rows from the top. A row is one base-32 digit, one
bit for each pixel, the leftmost pixel in the highest bit.
"""

import unicodedata
from functools import cache

import numpy as np

from menagerie.kernel import Numbers

WIDTH, HEIGHT = 5, 7

GLYPHS = """
Aehhvhhh Buhhuhhu Cehggghe Duhhhhhu Evgguggv Fvgguggg Gehgnhhf Hhhhvhhh Ie44444e J72222ic Khikokih
Lggggggv Mhrllhhh Nhhpljhh Oehhhhhe Puhhuggg Qehhhlid Ruhhukih Sfgge11u Tv444444 Uhhhhhhe Vhhhhha4
Whhhllla Xhha4ahh Yhhha444 Zv1248gv a00e1fhf bggmphhu c00egghe d11djhhf e00ehvge f698s888 g0fhhf1e
hggmphhh i40c444e j20622ic kggikoki lc44444e m00qllhh n00mphhh o00ehhhe p00uhugg q00djf11 r00mpggg
s00ege1u t88s8896 u00hhhjd v00hhha4 w00hhlla x00ha4ah y00hhf1e z00v248v 0ehjlphe 14c4444e 2eh1248v
3v2421he 426aiv22 5vgu11he 668guhhe 7v124888 8ehhehhe 9ehhf12c !4444004 "aaa0000 #aavavaa $4fke5u4
%op248j3 &cik8lid '4480000 (2488842 )8422248 *04lel40 +044v440 ,0000c48 -000v000 .00000cc /01248g0
:0cc0cc0 ;0cc0c48 <248g842 =00v0v00 >8421248 ?eh12404 @eh1dlle [e88888e \\0g84210 ]e22222e ^4ah0000
_000000v `8420000 {2448442 |4444444 }8442448 ~008l200 ·0004000 ×0ha4ah0 –000v000 …000000l ’4480000
→042v240 ←048v840 ▶gosvsog ◀137v731 ●0evvve0 ○0ehhhe0 ■vvvvvvv █vvvvvvv ─000v000 │4444444
"""
ROWS = {glyph[0]: glyph[1:] for glyph in GLYPHS.split()} | {" ": "0000000"}
MISSING = "vhhhhhv"  # a box, for characters without a glyph


@cache
def pixels(character: str) -> Numbers:
    """The pixels of a character as booleans; an accented letter may lose its accent."""
    base = character if character in ROWS else unicodedata.normalize("NFKD", character)[0]
    rows = [int(digit, 32) for digit in ROWS.get(base, MISSING)]
    return np.array([[row >> bit & 1 for bit in range(WIDTH - 1, -1, -1)] for row in rows], bool)
