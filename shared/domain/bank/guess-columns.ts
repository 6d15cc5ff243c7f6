import type { BankColumns } from '#shared/schemas/bank-columns';

/** Words of headings in English, German and French, the surest first. */
const words = {
  day: [
    /^(transaction |posted |posting |booking |value )?date$/,
    /^(completed|created|settled|buchungstag|buchungsdatum|date op[eé]ration|date de l'op[eé]ration|datum)/,
    /date|datum|buchung|created|valuta/,
  ],
  incoming: [
    /^(paid in|money in|credit|cr[eé]dit|haben|gutschrift|deposit)/,
    /credit amount|amount in|deposit/,
  ],
  outgoing: [
    /^(paid out|money out|debit|d[eé]bit|soll|lastschrift|withdrawal)/,
    /debit amount|amount out|withdraw/,
  ],
  amount: [
    /^(amount|betrag|montant|gross|brutto|umsatz|total)\b/,
    /amount|betrag|montant|gross|brutto|umsatz|value|total collected/,
  ],
  direction: [/^(soll\/haben|s\/h|credit\/debit|debit\/credit|cr\/dr|dr\/cr|direction|sens)$/],
  currency: [/^(currency|w[aä]hrung|devise|waers|amount currency)/],
  status: [/^(status|state|statut)/],
  payer: [
    /^(name|payer|from|customer|sender|counter ?party|auftraggeber|beg[uü]nstigter|zahlungspflichtiger|nom|[eé]metteur)/,
    /payer|customer|counter ?party|auftraggeber|zahlungspflichtig|cardholder|absender/,
  ],
  text: [
    /description|reference|memo|narrative|details|verwendungszweck|buchungstext|libell[eé]|communication|subject|note|item title|particulars|payee|transaction id|kundenreferenz/,
  ],
} as const satisfies Record<string, readonly RegExp[]>;

/**
 * The columns as their headings name them, for an administrator to confirm. What no heading names is null; for the date
 * and the amount it is the first column and the last one.
 */
export const guessColumns = (heading: readonly string[]): BankColumns => {
  const names = heading.map((cell) => cell.toLowerCase());
  const find = (kind: keyof typeof words, without: readonly (number | null)[] = []): number | null => {
    for (const word of words[kind]) {
      const found = names.findIndex((name, index) => !without.includes(index) && word.test(name));
      if (found >= 0) return found;
    }
    return null;
  };
  const direction = find('direction');
  const [incoming, outgoing] = [find('incoming', [direction]), find('outgoing', [direction])];
  const currency = find('currency');
  const status = find('status');
  const inTwo = incoming !== null && outgoing !== null && incoming !== outgoing;
  const day = find('day') ?? 0;
  const amount = inTwo ? incoming : (find('amount', [currency, direction, day]) ?? heading.length - 1);
  const taken = [day, amount, direction, currency, status, inTwo ? outgoing : null];
  const payer = find('payer', taken);
  const others = names.map((_, index) => index).filter((index) => index !== payer && !taken.includes(index));
  const text = others.filter((index) => words.text.some((word) => word.test(names[index] ?? '')));
  return {
    ...{ day, amount, direction, currency, status, payer },
    outgoing: inTwo ? outgoing : null,
    // A single column that is left can only be the text.
    text: text.length === 0 && others.length === 1 ? others : text.slice(0, 8),
    day_order: null,
    method: status === null ? 'bank-transfer' : 'card',
  };
};
