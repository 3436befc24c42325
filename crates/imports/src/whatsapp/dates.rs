//! The order of the numbers of a chat's dates, and the years that they mean.

use super::head::{Date, Head};

/// Thai years are so many ahead.
const BUDDHIST: u32 = 543;
/// No other year is as late as these.
const FIRST_BUDDHIST: u32 = 2_400;

/// The order of the numbers of a date.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Order {
    DayFirst,
    MonthFirst,
}

/// Whether the day or the month comes first: by numbers that can be no month; or else by which order makes the dates go
/// forward.
pub(super) fn order(heads: &[&Head<'_>]) -> Order {
    let dates = || {
        let dates = heads.iter().map(|head| head.date);
        dates.filter(|date| !date.is_year_first)
    };
    let beyond = |place: usize| dates().filter(|date| date.numbers[place] > 12).count();
    match beyond(0).cmp(&beyond(1)) {
        std::cmp::Ordering::Greater => return Order::DayFirst,
        std::cmp::Ordering::Less => return Order::MonthFirst,
        std::cmp::Ordering::Equal => {}
    }
    let backwards = |order: Order| {
        let days: Vec<[u32; 3]> = dates().map(|date| in_order(date, order)).collect();
        days.windows(2).filter(|pair| pair[0] > pair[1]).count()
    };
    match backwards(Order::DayFirst).cmp(&backwards(Order::MonthFirst)) {
        std::cmp::Ordering::Less => Order::DayFirst,
        std::cmp::Ordering::Greater => Order::MonthFirst,
        // Whoever writes slashes and counts to twelve writes the month first.
        std::cmp::Ordering::Equal => {
            let is_american = heads
                .first()
                .is_some_and(|head| head.is_twelve_hours && head.date.separator == '/');
            if is_american {
                Order::MonthFirst
            } else {
                Order::DayFirst
            }
        }
    }
}

/// Year, month and day, the year as it is written.
fn in_order(date: Date, order: Order) -> [u32; 3] {
    let [first, second, third] = date.numbers;
    match order {
        _ if date.is_year_first => [first, second, third],
        Order::DayFirst => [third, second, first],
        Order::MonthFirst => [third, first, second],
    }
}

/// Date and time of day as clocks showed them where they were written, the year in our era. What lies beyond this year, and is
/// written with two digits, is of the Buddhist era.
pub(super) fn civil(head: &Head<'_>, order: Order, this_year: u32) -> Option<Civil> {
    let [year, month, day] = in_order(head.date, order);
    let [hour, minute, second] = head.time;
    let year = match year {
        0..100 if 2_000 + year > this_year + 1 => 2_500 + year - BUDDHIST,
        0..100 => 2_000 + year,
        FIRST_BUDDHIST.. => year - BUDDHIST,
        year => year,
    };
    (hour < 24 && minute < 60 && second < 60).then_some(Civil {
        date: [year, month, day],
        time: [hour, minute, second],
    })
}

/// A date and a time of day.
#[derive(Debug, Clone, Copy)]
pub(super) struct Civil {
    date: [u32; 3],
    time: [u32; 3],
}

impl Civil {
    /// As a calendar reads it.
    pub(super) fn text(self) -> String {
        let ([year, month, day], [hour, minute, second]) = (self.date, self.time);
        format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}")
    }

    /// The minute, the same whichever of day and month comes first: a short chat may not tell, and a longer one may.
    pub(super) fn minute(self) -> String {
        let ([year, month, day], [hour, minute, _]) = (self.date, self.time);
        let (low, high) = (month.min(day), month.max(day));
        format!("{year:04}-{low:02}-{high:02}T{hour:02}:{minute:02}")
    }
}
