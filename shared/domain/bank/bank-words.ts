/** Currencies by their codes, as the platform knows them. */
const codes: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));

/** How people write currencies besides their codes and signs. */
const currencyNames =
  /^(?:dollars?|us dollars?|euros?|pounds?|sterling|francs?|franken|kron(?:or|er|a|e)|kr|forint|ft|zł|kč|s?fr|rs|lei|руб)\.?$/iu;

/** Whether a text is a currency: "EUR", "€", "US$", "kr". */
export const isCurrency = (text: string): boolean =>
  codes.has(text.toUpperCase()) || /^\p{L}{0,3}\p{Sc}$/u.test(text) || currencyNames.test(text);

/** The currency in which the school is paid, as bank files name it. */
const ownCurrency = /^(?:USD|US\$|\$|(?:us )?dollars?)$/i;

/** Whether a cell of a currency column, or a sign beside an amount, is another currency than the school's. */
export const isOtherCurrency = (text: string): boolean => text !== '' && !ownCurrency.test(text);

/** The currency that a heading names: "Betrag (€)", "Amount (EUR)", "Umsatz in EUR", "amount_usd". */
export const currencyInHeading = (heading: string): string | undefined => {
  const sign = /\p{L}{0,3}\p{Sc}/u.exec(heading)?.[0];
  const words = heading.split(/[^\p{L}]+/u).filter((word) => word !== '');
  const bracketed = /[([]\s*(?:in\s+)?(\p{L}+\.?)\s*[)\]]/iu.exec(heading)?.[1];
  // A code in the middle of a heading may be a word: "All", "Top", "Try".
  return (
    sign ?? [bracketed, words.length > 1 ? words.at(-1) : undefined].find((word) => word && isCurrency(word))
  );
};

const directions = {
  incoming:
    /^(?:cr|credit|cr[eé]dit|kredit|c|h|haben|in|incoming|ein|eingang|gutschrift|received|receive|deposit|inflow|(?:money|paid|payment|transfer) in|bij|ing[aå]ende|ins[aä]ttning|inbetalning|j[oó]v[aá][ií]r[aá]s|bej[oö]v[oő]|avoir|entr[eé]e|entrata|entrada|abono|ingreso|wp[lł]yw|uznanie|\+)\.?$/iu,
  outgoing:
    /^(?:dr|db|debit|d[eé]bit|debet|d|s|soll|out|outgoing|aus|ausgang|lastschrift|belastung|sent|send|withdrawal|outflow|(?:money|paid|payment|transfer) out|af|utg[aå]ende|uttag|utbetalning|terhel[eé]s|kimen[oő]|sortie|uscita|salida|cargo|wyp[lł]yw|obci[aą][zż]enie|-)\.?$/iu,
} as const;
type Direction = keyof typeof directions;

/** What a cell says of the direction of its row; undefined for any other text. */
export const directionOf = (cell: string): Direction | undefined => {
  if (directions.incoming.test(cell)) return 'incoming';
  return directions.outgoing.test(cell) ? 'outgoing' : undefined;
};

const states = {
  settled:
    /^(?:completed?|paid|succeeded|successful|success|settled|booked|posted|cleared|processed|executed|abgeschlossen|erfolgreich|(?:umsatz )?(?:ge|ver)bucht|ausgef[uü]hrt|termin[eé]e?|effectu[eé]e?|comptabilis[eé]e?|bokf[oö]rd|k[oö]nyvelt|teljes[uü]lt|contabilizad[ao]|contabilizzato|geboekt|bogf[oø]rt|zaksi[eę]gowan[aey])$/iu,
  open: /^(?:pending|processing|authori[sz]ed|scheduled|in progress|on hold|held|unposted|uncleared|expired|void(?:ed)?|returned|rejected|revers(?:ed|al)|reverted|refunded|declined|denied|failed|cancell?ed|removed|(?:umsatz |ums[aä]tze )?vorgemerkt(?:er umsatz)?|offen|ausstehend|in bearbeitung|storniert|abgelehnt|en attente|en cours|annul[eé]e?|refus[eé]e?|f[uü]gg[oő]ben|reserverad|reservation|prelimin[aä]r|v[aä]ntande|pendiente|in behandeling|in sospeso|oczekuj[aą]c[aey])$/iu,
} as const;

/** Whether a cell says of its row that the money came, or that it did not (yet); undefined for any other text. */
export const stateOf = (cell: string): keyof typeof states | undefined => {
  if (states.settled.test(cell)) return 'settled';
  return states.open.test(cell) ? 'open' : undefined;
};
