"""Times and counts as people read them: without exponents, and with no more digits than say something."""


def duration(seconds: float) -> str:
    """A time in the unit that fits it.

    >>> [duration(s) for s in (0, 3.45e-05, 0.0123, 0.25, 3.456, 99, 105, 7260)]
    ['0 ms', '0.034 ms', '12.3 ms', '250 ms', '3.46 s', '99.00 s', '1:45 min', '2:01 h']
    """
    milliseconds = 1000 * seconds
    if milliseconds < 1000:
        return f"{milliseconds:.3f}"[:5].rstrip("0").rstrip(".") + " ms"
    if seconds < 100:
        return f"{seconds:.2f} s"
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes}:{rest:02} min" if minutes < 100 else f"{minutes // 60}:{minutes % 60:02} h"


def amount(count: float) -> str:
    """A count in thousands (k), millions (M) or billions (G) if it is large.

    >>> [amount(n) for n in (0, 523, 9999, 48_210, 640_123_456, 2_345_678_901)]
    ['0', '523', '9,999', '48 k', '640.1 M', '2.35 G']
    """
    if count < 10_000:
        return f"{round(count):,}"
    if count < 999_500:
        return f"{count / 1e3:.0f} k"
    return f"{count / 1e6:.1f} M" if count < 999.95e6 else f"{count / 1e9:.2f} G"
