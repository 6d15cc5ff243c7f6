/** A number with its noun: "1 booking", "3 bookings". */
export const counted = (count: number, one: string, many: string): string =>
  `${count} ${count === 1 ? one : many}`;
