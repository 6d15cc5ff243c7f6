/** Words of headings, the surest first. Besides English: German, French, Dutch, Scandinavian, Hungarian, Spanish and Italian. */
export const headingWords = {
  day: [
    /^(transaction |posted |posting |booking |value )?date$/,
    /^(completed|created|settled|buchungstag|buchungsdatum|date op[eé]ration|date de l'op[eé]ration|datum)/,
    /date|datum|d[aá]tum|buchung|created|valuta|bokf[oö]r|fecha|^data\b|wertstellung|^day$|^when$/,
  ],
  incoming: [
    /^(paid in|money in|credits?\b|cr[eé]dit|haben|gutschrift|deposits?|received|einzahlung|eingang|zugang|ins[aä]ttning|j[oó]v[aá][ií]r[aá]s|haber|abono|entrat[ae]|accredit|inflow|in$)/,
    /credit amount|amount in|deposit/,
  ],
  outgoing: [
    /^(paid out|money out|debits?\b|d[eé]bit|soll|lastschrift|belastung|withdrawals?|spent|auszahlung|ausgang|abgang|uttag|terhel[eé]s|debe|cargo|uscit[ae]|addebit|outflow|out$)/,
    /debit amount|amount out|withdraw/,
  ],
  amount: [
    /^(amount|betrag|bedrag|bel[oø]b|belopp|montant|gross|brutto|umsatz|[oö]sszeg|importe?|importo|kwota|total)(?![\p{L}])/u,
    /amount|betrag|bedrag|bel[oø]b|belopp|montant|gross|brutto|umsatz|[oö]sszeg|import|kwota|value|total collected/,
  ],
  direction: [
    /^(soll\s*[/-]+\s*haben|s\s*\/\s*h|(credit|debit|cr|dr|c|d)\s*[/ -]\s*(credit|debit|cr|dr|c|d)(\s+(indicator|flag|mark))?|direction|sens|af bij|bij\s*\/\s*af|in\s*\/\s*out|bej[oö]v[oő]\s*\/\s*kimen[oő]|balance impact|\+\/-)/,
    /soll-?\s*\/?\s*haben|credit.?debit|debit.?credit/,
  ],
  currency: [
    /^(currency|currency code|w[aä]e?hrung|devise|waers|ccy|curr\.?|amount currency|p[eé]nznem|devizanem|moneda|divisa|munt|valuta|valutta|waluta)/,
  ],
  status: [/^(pending|status|state|statut|[aá]llapot|st[aá]tusz|estado|stato)/],
  payer: [
    /^(name|payer|from|customer|sender|counter ?party|auftraggeber|beg[uü]e?nstigter|zahlungspflichtige|nom|[eé]metteur|partner|namn|navn|naam|avs[aä]ndare)/,
    /payer|customer|counter ?party|auftraggeber|zahlungspflichtig|cardholder|absender|partner neve/,
  ],
  text: [
    /description|descripci|descrizione|beschreibung|beskriv|reference|referens|memo|narrative|details|verwendungszweck|buchungstext|avisierungstext|libell[eé]|communication|mededeling|meddelande|k[oö]zlem[eé]ny|subject|note|item title|particulars|payee|transaction id|kundenreferenz|rubrik|omschrijving|concepto|causale|^text/,
  ],
  /** Running totals: no part of what a row says. */
  balance: [/balance|running bal|saldo|solde|kontostand|egyenleg|saldi|balans|saldo\b/],
  /** What an export says of itself or counts, not of the row. */
  ofExport: [
    /^(#|no\.?|nr\.?|lfd\.?\s?nr\.?|line|row|zeile|export(ed)?\b.*|erstellt am|abgerufen am|downloaded.*|generated.*|as of.*|statement (date|period|number|no).*)$/,
  ],
} as const satisfies Record<string, readonly RegExp[]>;
export type HeadingKind = keyof typeof headingWords;

/** The kinds of columns that a heading may name. */
export const headingKinds = (heading: string): string[] =>
  Object.entries(headingWords).flatMap(([kind, words]) =>
    words.some((word) => word.test(heading.toLowerCase())) ? [kind] : [],
  );

/** Whether a heading names a kind of columns. */
export const isNamed = (heading: string, kind: HeadingKind): boolean => headingKinds(heading).includes(kind);
