/** Where browsers keep which change they made last, for all tabs. It tells nothing of the change. */
const key = 'own-change';

/** Shared answers are half a minute old at most; twice that for clocks and copies on the way. */
const rememberedMs = 60_000;

interface Change {
  readonly id: string;
  readonly at: number;
}

/** Storage may be switched off, or hold what others wrote: then this page alone remembers. */
let ofThisPage: Change | undefined;

const read = (): Change | undefined => {
  try {
    const [id, at] = (localStorage.getItem(key) ?? '').split(' ');
    if (id && at) return { id, at: Number(at) };
  } catch {
    // As if nothing were kept.
  }
  return ofThisPage;
};

/** Notes that this browser changed something, or tried to: from now on it is not answered with what was before. */
export const noteOwnChange = (now = Date.now()): void => {
  ofThisPage = { id: crypto.randomUUID(), at: now };
  try {
    localStorage.setItem(key, `${ofThisPage.id} ${now}`);
  } catch {
    // This page remembers.
  }
};

/** The change this browser made a moment ago, if any: what shared answers must not be from before. */
export const ownChange = (now = Date.now()): string | undefined => {
  const change = read();
  return change && Math.abs(now - change.at) < rememberedMs ? change.id : undefined;
};
