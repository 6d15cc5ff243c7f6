/** The names of the fields of `change` whose values differ from those of `current`: what the audit log names. */
export const changedFields = (current: object, change: object): string[] =>
  Object.entries(change)
    .filter(([name, value]) => JSON.stringify(Reflect.get(current, name)) !== JSON.stringify(value))
    .map(([name]) => name);
