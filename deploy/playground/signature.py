"""Ed25519, as RFC 8032 describes it: how Discord signs what it sends to a bot's own address.

It signs a few messages of a playground on one's own machine and is slow and no secret-keeper: for nothing else.
"""

from __future__ import annotations

from functools import lru_cache
from hashlib import sha512
from typing import Final, TypeAlias

P: Final = 2**255 - 19
ORDER: Final = 2**252 + 27742317777372353535851937790883648493
D: Final = -121665 * pow(121666, -1, P) % P

Point: TypeAlias = tuple[int, int, int, int]
"""X, Y, Z and T, with x = X/Z, y = Y/Z and xy = T/Z."""

_Y: Final = 4 * pow(5, -1, P) % P


def _root(y: int) -> int:
    """The even x of a point with this y."""
    square = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
    x = pow(square, (P + 3) // 8, P)
    if (x * x - square) % P:
        x = x * pow(2, (P - 1) // 4, P) % P
    return x if x % 2 == 0 else P - x


_X: Final = _root(_Y)
BASE: Final[Point] = (_X, _Y, 1, _X * _Y % P)
NEUTRAL: Final[Point] = (0, 1, 1, 0)


def _added(one: Point, other: Point) -> Point:
    a = (one[1] - one[0]) * (other[1] - other[0]) % P
    b = (one[1] + one[0]) * (other[1] + other[0]) % P
    c = 2 * one[3] * other[3] * D % P
    d = 2 * one[2] * other[2] % P
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % P, g * h % P, f * g % P, e * h % P


def _times(factor: int, point: Point) -> Point:
    total = NEUTRAL
    while factor:
        if factor & 1:
            total = _added(total, point)
        point = _added(point, point)
        factor >>= 1
    return total


def _packed(point: Point) -> bytes:
    inverse = pow(point[2], -1, P)
    x, y = point[0] * inverse % P, point[1] * inverse % P
    return (y | (x & 1) << 255).to_bytes(32, "little")


def _unpacked(packed: bytes) -> Point:
    number = int.from_bytes(packed, "little")
    y, odd = number & (1 << 255) - 1, number >> 255
    x = _root(y)
    x = P - x if odd else x
    return x, y, 1, x * y % P


def _expanded(secret: bytes) -> tuple[int, bytes]:
    spread = sha512(secret).digest()
    scalar = int.from_bytes(spread[:32], "little")
    return scalar & (1 << 254) - 8 | 1 << 254, spread[32:]


def _number(*parts: bytes) -> int:
    return int.from_bytes(sha512(b"".join(parts)).digest(), "little") % ORDER


@lru_cache(maxsize=4096)
def public(secret: bytes) -> bytes:
    """Of thirty-two bytes that nobody else has, the key that everybody may know."""
    return _packed(_times(_expanded(secret)[0], BASE))


def signed(secret: bytes, message: bytes) -> bytes:
    scalar, prefix = _expanded(secret)
    nonce = _number(prefix, message)
    half = _packed(_times(nonce, BASE))
    return half + ((nonce + _number(half, public(secret), message) * scalar) % ORDER).to_bytes(32, "little")


def verified(public: bytes, message: bytes, signed: bytes) -> bool:
    """As whoever is sent it looks at it."""
    half, scalar = signed[:32], int.from_bytes(signed[32:], "little")
    if len(signed) != 64 or scalar >= ORDER:
        return False
    known = _added(_unpacked(half), _times(_number(half, public, message), _unpacked(public)))
    return _packed(_times(scalar, BASE)) == _packed(known)
