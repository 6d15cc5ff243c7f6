const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A copy with another value at a path; `undefined` removes the value. */
export const withAt = (
  target: unknown,
  [first, ...rest]: readonly (string | number)[],
  value: unknown,
): unknown => {
  if (first === undefined) return value;
  if (typeof first === 'number') {
    const list = Array.isArray(target) ? target : [];
    const changed = withAt(list[first], rest, value);
    return list.toSpliced(first, 1, ...(changed === undefined ? [] : [changed]));
  }
  const fields = isRecord(target) ? Object.entries(target).filter(([name]) => name !== first) : [];
  const changed = withAt(isRecord(target) ? target[first] : undefined, rest, value);
  return Object.fromEntries(changed === undefined ? fields : [...fields, [first, changed]]);
};
