import { readDollars, readWhole } from '#shared/lib/money';
import { programmeIds } from '#shared/programmes';
import {
  type SchoolSettings,
  type SettingsValues,
  settingsValues,
  typedSettingsSchema,
} from '#shared/school/settings';

interface RuleValues {
  isOn: boolean;
  by: 'percent' | 'amount';
  value: string;
  programmes: string[];
  until: string;
}

export interface TypedValues {
  instructions: string;
  link: { url: string; reference_parameter: string; amount_parameter: string; amount_unit: string };
  due_rule: string;
  sibling: RuleValues;
  second_class: RuleValues;
  early: RuleValues;
}

type Parameters = Omit<TypedValues['link'], 'url'>;

/** A page without parameters: families enter reference and amount. */
export const noParameters: Parameters = {
  reference_parameter: '',
  amount_parameter: '',
  amount_unit: 'dollars',
};

/** Schools need not look up the parameters of these pages. Those of another page are typed. */
export const paymentProviders = [
  {
    name: 'Stripe payment link',
    hosts: ['buy.stripe.com', 'donate.stripe.com'],
    parameters: { ...noParameters, reference_parameter: 'client_reference_id' },
  },
  {
    name: 'PayPal button',
    hosts: ['www.paypal.com', 'paypal.com'],
    parameters: { ...noParameters, reference_parameter: 'item_number', amount_parameter: 'amount' },
  },
  {
    name: 'Takes no reference',
    hosts: ['paypal.me', 'www.paypal.me', 'pay.sumup.com', 'square.link', 'pay.gocardless.com', 'revolut.me'],
    parameters: noParameters,
  },
] as const;

/** Undefined for parameters of another page. */
export const providerOf = ({ reference_parameter, amount_parameter, amount_unit }: Parameters) =>
  paymentProviders.find(
    ({ parameters }) =>
      parameters.reference_parameter === reference_parameter.trim() &&
      parameters.amount_parameter === amount_parameter.trim() &&
      (parameters.amount_parameter === '' || parameters.amount_unit === amount_unit),
  )?.name;

/** The address may be incomplete. */
export const providerAt = (url: string) => {
  const host = URL.canParse(url.trim()) ? new URL(url.trim()).hostname : undefined;
  return paymentProviders.find(({ hosts }) => hosts.some((known) => known === host));
};

export const ruleNames = ['sibling', 'second_class', 'early'] as const;

type Rule = NonNullable<SchoolSettings['discounts']['sibling' | 'early']>;

const ruleValues = (rule: Rule | null): RuleValues => {
  if (!rule) return { isOn: false, by: 'percent', value: '', programmes: [...programmeIds], until: '' };
  const { reduction } = rule;
  return {
    isOn: true,
    by: reduction.by,
    value: reduction.by === 'percent' ? String(reduction.percent) : (reduction.amount / 100).toFixed(2),
    programmes: [...rule.programmes],
    until: 'until' in rule ? rule.until : '',
  };
};

export type ShownSettings = Omit<SettingsValues, 'opening_put_away'>;

export const shownSettings = (settings: SchoolSettings): ShownSettings => {
  const { opening_put_away: _, ...shown } = settingsValues(settings);
  return shown;
};

export const valuesOf = ({
  instructions,
  payment_link,
  due_rule,
  sibling,
  second_class,
  early,
}: ShownSettings): TypedValues => ({
  instructions: instructions.join('\n'),
  link: {
    url: payment_link?.url ?? '',
    reference_parameter: payment_link?.reference_parameter ?? '',
    amount_parameter: payment_link?.amount_parameter ?? '',
    amount_unit: payment_link?.amount_unit ?? 'dollars',
  },
  due_rule,
  sibling: ruleValues(sibling),
  second_class: ruleValues(second_class),
  early: ruleValues(early),
});

const typedRule = ({ isOn, by, value, programmes }: RuleValues) => {
  if (!isOn) return null;
  const amount = readDollars(value);
  const reduction =
    by === 'percent'
      ? { by, percent: readWhole(value) }
      : { by, amount: typeof amount === 'number' ? amount : undefined };
  return { reduction, programmes };
};

export const typedLink = ({
  url,
  reference_parameter,
  amount_parameter,
  amount_unit,
}: TypedValues['link']) => ({
  url,
  reference_parameter: reference_parameter.trim() || null,
  amount_parameter: amount_parameter.trim() || null,
  amount_unit,
});

export const readTyped = (values: TypedValues) => {
  const early = typedRule(values.early);
  return typedSettingsSchema.safeParse({
    instructions: values.instructions.split('\n').filter((line) => line.trim() !== ''),
    payment_link: values.link.url.trim() === '' ? null : typedLink(values.link),
    due_rule: values.due_rule,
    sibling: typedRule(values.sibling),
    second_class: typedRule(values.second_class),
    early: early && { ...early, until: values.early.until },
  });
};

/** Maps a field of the API to the form's: `early.reduction.percent` is typed in `early.value`. */
export const fieldOf = (path: string): string => {
  const [first = path, second] = path.split('.');
  if (first === 'payment_link') return `link.${second}`;
  return second === 'reduction' ? `${first}.value` : path;
};
