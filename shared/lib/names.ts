// A file of its own, since pages load it with the roles, before their first use.

/** Shows a value of a newer version unchanged (REL-01). */
export const namesOf = <Names extends Readonly<Record<string, string | null>>>(names: Names): Names =>
  new Proxy(names, {
    get: (known, value) =>
      typeof value === 'string' && !Object.hasOwn(known, value) ? value : Reflect.get(known, value),
  });
