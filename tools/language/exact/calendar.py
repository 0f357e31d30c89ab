"""Calendar arithmetic: the next such day, weekdays of this and the next week, month windows."""

import calendar
from datetime import date, timedelta


def safe_date(year: int, month: int, day: int) -> date | None:
    """Return the date, or None when the calendar has no such day (30 February)."""
    try:
        return date(year, month, day)
    except ValueError:
        return None


def next_month_day(month: int, day: int, on_or_after: date) -> date | None:
    """Return the next occurrence of a yearless day: today is today; 29 February waits for its leap year."""
    for year in range(on_or_after.year, on_or_after.year + 9):
        found = safe_date(year, month, day)
        if found and found >= on_or_after:
            return found
    return None


def next_day_of_month(day: int, on_or_after: date) -> date | None:
    """Return the next "14th" from a day on, that day included; months without such a day are skipped."""
    year, month = on_or_after.year, on_or_after.month
    for _ in range(12):
        found = safe_date(year, month, day)
        if found and found >= on_or_after:
            return found
        year, month = (year + 1, 1) if month == 12 else (year, month + 1)
    return None


def monday_of(day: date) -> date:
    """Return the Monday of a day's week; weeks start on Monday."""
    return day - timedelta(days=day.weekday())


def weekday_in_week(weekday: int, weeks: int, today: date) -> date:
    """Return a weekday of this week (0), the next one (1) and so on."""
    return monday_of(today) + timedelta(days=weekday, weeks=weeks)


def coming_weekday(weekday: int, today: date) -> date:
    """Return the nearest such weekday, today included."""
    return today + timedelta(days=(weekday - today.weekday()) % 7)


def month_window(year: int, month: int) -> tuple[date, date]:
    """Return the first and last day of a month."""
    return date(year, month, 1), date(year, month, calendar.monthrange(year, month)[1])


def add_months(day: date, months: int) -> date:
    """Return the same day some months later, the month's last day when it is shorter."""
    years, month = divmod(day.month - 1 + months, 12)
    year, month = day.year + years, month + 1
    return date(year, month, min(day.day, calendar.monthrange(year, month)[1]))


def nth_weekday(year: int, month: int, weekday: int, nth: int) -> date | None:
    """Return the nth such weekday of a month; -1 is the last; None where the month has no such day."""
    first, last = month_window(year, month)
    day = first + timedelta(days=(weekday - first.weekday()) % 7, weeks=nth - 1) if nth > 0 else None
    day = last - timedelta(days=(last.weekday() - weekday) % 7, weeks=-1 - nth) if nth < 0 else day
    return day if day and day.month == month else None
