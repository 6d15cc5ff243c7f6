/** The values of a form as text; a form without files has no others. */
export const textsOf = (values: FormData): Record<string, string> =>
  Object.fromEntries([...values].map(([name, value]) => [name, String(value)]));
