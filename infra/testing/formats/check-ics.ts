/** Most octets of a line, without its CRLF (RFC 5545, 3.1). */
const maxLineOctets = 75;

type ValueType = 'text' | 'utc' | 'local' | 'integer' | 'offset' | 'duration' | 'uid' | 'status';

const values: Record<ValueType, RegExp> = {
  // 3.3.11: a comma, a semicolon and a backslash are escaped, a new line is written as \n; no control characters.
  text: /^(?:[^\p{Cc},;\\]|\t|\\[\\,;nN])*$/u,
  uid: /^[\w.@-]+$/,
  utc: /^\d{8}T\d{6}Z$/,
  local: /^\d{8}T\d{6}$/,
  integer: /^\d+$/,
  offset: /^[+-]\d{4}(?:\d{2})?$/,
  duration: /^P(?:\d+W|(?:\d+D)?(?:T(?:\d+H)?(?:\d+M)?(?:\d+S)?)?)$/,
  status: /^(?:CONFIRMED|CANCELLED|TENTATIVE)$/,
};

interface PropertyRule {
  readonly value: ValueType;
  /** The value instead, where the property names a zone. */
  readonly inZone?: ValueType;
  readonly required?: true;
  /** Parameters that the property must have; it may have no others, but for a zone. */
  readonly params?: Readonly<Record<string, string>>;
}

interface ComponentRule {
  readonly properties: Readonly<Record<string, PropertyRule>>;
  readonly parts: readonly string[];
  readonly needsPart?: true;
}

const text: PropertyRule = { value: 'text' };
const moment: PropertyRule = { value: 'utc', inZone: 'local', required: true };
const observance: ComponentRule = {
  properties: {
    DTSTART: { value: 'local', required: true },
    TZOFFSETFROM: { value: 'offset', required: true },
    TZOFFSETTO: { value: 'offset', required: true },
  },
  parts: [],
};

/** What RFC 5545 (3.4, 3.6.1, 3.6.5) and RFC 7986 allow, as far as our files use it: each property at most once. */
const components: Readonly<Record<string, ComponentRule>> = {
  VCALENDAR: {
    properties: {
      VERSION: { value: 'text', required: true },
      PRODID: { value: 'text', required: true },
      NAME: text,
      'X-WR-CALNAME': text,
      'REFRESH-INTERVAL': { value: 'duration', params: { VALUE: 'DURATION' } },
      'X-PUBLISHED-TTL': { value: 'duration' },
    },
    parts: ['VTIMEZONE', 'VEVENT'],
    needsPart: true,
  },
  VTIMEZONE: {
    properties: { TZID: { value: 'text', required: true } },
    parts: ['STANDARD', 'DAYLIGHT'],
    needsPart: true,
  },
  STANDARD: observance,
  DAYLIGHT: observance,
  VEVENT: {
    properties: {
      UID: { value: 'uid', required: true },
      DTSTAMP: { value: 'utc', required: true },
      DTSTART: moment,
      DTEND: moment,
      SEQUENCE: { value: 'integer', required: true },
      STATUS: { value: 'status', required: true },
      SUMMARY: { value: 'text', required: true },
      LOCATION: text,
      DESCRIPTION: text,
    },
    parts: [],
  },
};

interface Component {
  readonly name: string;
  readonly parts: string[];
  readonly seen: Set<string>;
}

/** `name *(";" param) ":" value`, where a value in quotes may contain what separates (RFC 5545, 3.1). */
const contentLine =
  /^(?<name>[A-Z0-9-]+)(?<params>(?:;[A-Z0-9-]+=(?:"[^"\p{Cc}]*"|[^";:,\p{Cc}]*))*):(?<value>.*)$/u;

const isTooLong = (line: string): boolean => Buffer.byteLength(line) > maxLineOctets;

const paramsOf = (params: string): Map<string, string> =>
  new Map(
    params
      .split(';')
      .slice(1)
      .map((param) => {
        const at = param.indexOf('=');
        return [param.slice(0, at), param.slice(at + 1)];
      }),
  );

/**
 * Checks a calendar file by the grammar of RFC 5545, as strictly as the strictest program that reads it: readers in libraries
 * forgive most of this.
 * @returns what is wrong, in the order of the file; empty for a file without faults
 */
export const icsFaults = (file: string): string[] => {
  const faults: string[] = [];
  if (!file.endsWith('\r\n')) faults.push('the last line has no CRLF');
  if (/\r(?!\n)|(?<!\r)\n/.test(file)) faults.push('a line ends without CRLF');
  if (!file.isWellFormed()) faults.push('half of a character');
  const lines = file.replace(/\r\n$/, '').split('\r\n');
  for (const line of lines.filter(isTooLong)) faults.push(`more than ${maxLineOctets} octets: ${line}`);

  const open: Component[] = [];
  const zones = new Set<string>();
  const close = (component: Component) => {
    const rule = components[component.name];
    for (const [name, { required }] of Object.entries(rule?.properties ?? {}))
      if (required && !component.seen.has(name)) faults.push(`${component.name} without ${name}`);
    if (rule?.needsPart && component.parts.length === 0) faults.push(`${component.name} without a component`);
  };

  for (const line of lines.join('\r\n').replaceAll('\r\n ', '').split('\r\n')) {
    const { name = '', params = '', value = '' } = contentLine.exec(line)?.groups ?? {};
    const parent = open.at(-1);
    if (!name) faults.push(`not a content line: ${line}`);
    else if (name === 'BEGIN') {
      const isAllowed = parent ? components[parent.name]?.parts.includes(value) : value === 'VCALENDAR';
      if (!isAllowed) faults.push(`${value} in ${parent?.name ?? 'the file'}`);
      parent?.parts.push(value);
      open.push({ name: value, parts: [], seen: new Set() });
    } else if (name === 'END') {
      if (parent?.name !== value) faults.push(`END:${value} in ${parent?.name ?? 'the file'}`);
      if (parent) close(parent);
      open.pop();
    } else if (!parent) faults.push(`${name} outside a component`);
    else {
      const rule = components[parent.name]?.properties[name];
      const { TZID: zone, ...others } = Object.fromEntries(paramsOf(params));
      if (!rule) faults.push(`${name} in ${parent.name}`);
      if (parent.seen.has(name)) faults.push(`${name} twice in ${parent.name}`);
      if (parent.parts.length > 0) faults.push(`${name} of ${parent.name} after a component`);
      parent.seen.add(name);
      if (!rule) continue;
      if (zone && !(rule.inZone && zones.has(zone))) faults.push(`${name} in the undefined zone ${zone}`);
      if (JSON.stringify(others) !== JSON.stringify(rule.params ?? {})) faults.push(`${name}${params}`);
      const type = zone && rule.inZone ? rule.inZone : rule.value;
      if (!values[type].test(value)) faults.push(`${name}:${value} is no ${type}`);
      if (name === 'VERSION' && value !== '2.0') faults.push(`version ${value}`);
      if (parent.name === 'VTIMEZONE' && name === 'TZID') zones.add(value);
    }
  }
  for (const { name } of open) faults.push(`${name} does not end`);
  return faults;
};
