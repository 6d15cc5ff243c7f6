/** A whole number with thousands separators: "1,250". Without Intl, which loads the locale's data. */
export const grouped = (count: number): string => String(count).replace(/\B(?=(?:\d{3})+$)/g, ',');

/** A number with its noun: "1 booking", "3 bookings". */
export const counted = (count: number, one: string, many: string): string =>
  `${count} ${count === 1 ? one : many}`;
