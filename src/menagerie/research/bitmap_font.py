"""Letters of our own, five dots wide and seven high, for pictures of what stands in a terminal.

A letter is itself and seven rows from the top; a row is a digit to the base of 32, a bit for each
dot, the leftmost first.
"""

import unicodedata
from functools import cache

import numpy as np

from menagerie.kernel import Numbers

WIDTH, HEIGHT = 5, 7

DRAWN = """
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
ROWS = {drawn[0]: drawn[1:] for drawn in DRAWN.split()} | {" ": "0000000"}
STRANGE = "vhhhhhv"  # a box, for what has not been drawn


@cache
def dots(letter: str) -> Numbers:
    """The dots of a letter, a 1 for each; an accent is left out if need be."""
    bare = letter if letter in ROWS else unicodedata.normalize("NFKD", letter)[0]
    rows = [int(digit, 32) for digit in ROWS.get(bare, STRANGE)]
    return np.array([[row >> bit & 1 for bit in range(WIDTH - 1, -1, -1)] for row in rows], bool)
