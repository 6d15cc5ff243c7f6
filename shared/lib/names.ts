// A file of its own: pages load it with the roles, before their first use, and not what texts need.

/** What the values of a choice are called. A value of a newer version is shown as it is (REL-01). */
export const namesOf = <Names extends Readonly<Record<string, string | null>>>(names: Names): Names =>
  new Proxy(names, {
    get: (known, value) =>
      typeof value === 'string' && !Object.hasOwn(known, value) ? value : Reflect.get(known, value),
  });
