import { TriangleAlert } from 'lucide-react';
import { type PropsWithChildren, useState } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { payNow, payNowText } from '#shared/ledger/payment-link';
import { paymentReferenceSchema } from '#shared/ledger/references';
import { classTypeName } from '#shared/lib/format';
import { linkWarning } from '#shared/lib/public-link';
import { centsSchema } from '#shared/lib/values';
import { programmeIds } from '#shared/programmes';
import { schoolRoutes } from '#shared/school/admin-routes';
import { dueRuleNames, settingTexts } from '#shared/school/setting-texts';
import { paymentLinkSchema, type SchoolSettings, type TypedSettings } from '#shared/school/settings';
import { css } from '#styled-system/css';
import { CheckBox, OptionCard } from '../../../components/choices.tsx';
import { DraftNotice } from '../../../components/draft-notice.tsx';
import {
  type EditDraft,
  type EditedFields,
  type EditOf,
  useEditForm,
} from '../../../components/edited-form.tsx';
import { TextAreaField, TextField } from '../../../components/fields.tsx';
import { Notice } from '../../../components/notice.tsx';
import { SelectField } from '../../../components/select-field.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { Link } from '../../../components/ui/link.tsx';
import { RadioCard } from '../../../components/ui/radio-card.tsx';
import { SimpleGrid } from '../../../components/ui/simple-grid.tsx';
import { HStack, Stack } from '../../../components/ui/stack.tsx';
import { Text } from '../../../components/ui/text.tsx';
import { callRoute } from '../../../lib/api/api-client.ts';
import { createDrafts } from '../../../lib/forms/form-draft.ts';
import { fieldsOf, showFieldIssues, showIssues } from '../../../lib/forms/use-schema-form.ts';
import { showToast } from '../../../lib/toasts/toasts.ts';
import { useFreshSubmission } from '../accounts/use-fresh-submission.tsx';
import { everyRead } from '../queries.ts';
import {
  fieldOf,
  type noParameters,
  paymentProviders,
  providerAt,
  providerOf,
  readTyped,
  ruleNames,
  type ShownSettings,
  shownSettings,
  type TypedValues,
  typedLink,
  valuesOf,
} from './settings-values.ts';

interface FieldsProps {
  readonly form: UseFormReturn<TypedValues>;
}

const Section = ({ title, children }: PropsWithChildren<{ readonly title: string }>) => (
  <Card.Root>
    <Card.Body gap="4">
      <Card.Title>{title}</Card.Title>
      {children}
    </Card.Body>
  </Card.Root>
);

const HowToPayFields = ({ form }: FieldsProps) => (
  <Section title="How families pay">
    <TextAreaField
      label="Instructions"
      hint="One line each, for example: Cash or card at the pitch. The family's reference follows below."
      rows={3}
      required
      {...fieldsOf(form)('instructions')}
    />
  </Section>
);

/** With this choice the parameters of the page are typed. */
const otherProvider = 'Another page';

const LinkFields = ({ form }: FieldsProps) => {
  const field = fieldsOf(form);
  const link = useWatch({ control: form.control, name: 'link' });
  // Deriving this from the typed text would remove fields while a known name is typed.
  const [isOther, setIsOther] = useState(() => !providerOf(link));
  const provider = isOther ? otherProvider : (providerOf(link) ?? otherProvider);
  const setParameters = (parameters: typeof noParameters) => {
    for (const name of ['reference_parameter', 'amount_parameter', 'amount_unit'] as const)
      form.setValue(`link.${name}`, parameters[name], { shouldDirty: true });
  };
  const address = field('link.url');
  return (
    <Section title="Payment link">
      <Text>
        The page of your payment provider. Families open it from their payments and emails. Leave the address
        empty to show no link.
      </Text>
      <TextField
        label="Address"
        type="url"
        autoComplete="off"
        hint="For example https://buy.stripe.com/abc"
        {...address}
        onChange={(event) => {
          const before = providerAt(form.getValues('link.url'));
          const known = providerAt(event.currentTarget.value);
          if (known && known !== before) {
            setIsOther(false);
            setParameters(known.parameters);
          }
          return address.onChange(event);
        }}
      />
      <SelectField
        label="Provider"
        hint="Says how the page takes the family's reference and the amount. A known address chooses it."
        value={provider}
        onChange={({ currentTarget }) => {
          const chosen = paymentProviders.find(({ name }) => name === currentTarget.value);
          setIsOther(!chosen);
          if (chosen) setParameters(chosen.parameters);
        }}
      >
        {paymentProviders.map(({ name }) => (
          <option key={name}>{name}</option>
        ))}
        <option>{otherProvider}</option>
      </SelectField>
      {provider === otherProvider && (
        <SimpleGrid columns={{ base: 1, md: 3 }} gap="4">
          <TextField
            label="Reference parameter"
            autoComplete="off"
            autoCapitalize="none"
            hint="Your provider's help names it. Empty if the page takes none: families then enter it."
            {...field('link.reference_parameter')}
          />
          <TextField
            label="Amount parameter"
            autoComplete="off"
            autoCapitalize="none"
            hint="Empty if the page takes none: families then read which amount to enter."
            {...field('link.amount_parameter')}
          />
          <SelectField label="Amounts are sent as" {...form.register('link.amount_unit')}>
            <option value="dollars">Dollars: 25.00</option>
            <option value="cents">Cents: 2500</option>
          </SelectField>
        </SimpleGrid>
      )}
      <LinkPreview form={form} />
    </Section>
  );
};

const sampleOwed = { reference: paymentReferenceSchema.parse('F-7K2M9'), due: centsSchema.parse(2_500) };

const LinkPreview = ({ form }: FieldsProps) => {
  const typed = useWatch({ control: form.control, name: 'link' });
  const link = paymentLinkSchema.safeParse(typedLink(typed));
  const warning = linkWarning(typed.url);
  const pay = link.success ? payNow(link.data, sampleOwed) : null;
  if (!pay) return null;
  return (
    <Stack gap="1" bg="bg.subtle" borderRadius="md" p="3.5">
      {warning && (
        <Notice status="warning" icon={TriangleAlert} role="status">
          {warning}
        </Notice>
      )}
      <Text>
        A family that owes $25.00 reads: <strong>{payNowText(pay, sampleOwed.reference)}</strong>
      </Text>
      <Text color="fg.muted" overflowWrap="anywhere">
        {pay.url}
      </Text>
      <Link href={pay.url} target="_blank" rel="noopener noreferrer" alignSelf="start">
        Try it on {pay.host}
      </Link>
    </Stack>
  );
};

const dueExamples: Readonly<Record<SchoolSettings['due_rule'], string>> = {
  'at-once': 'Booked on Sep 1 for $120.00: all of it is due on Sep 1.',
  'first-session': 'Booked on Sep 1 for $120.00, first session on Sep 12: all of it is due on Sep 11.',
  monthly:
    'Booked on Sep 1 for $120.00, sessions from Sep 12 to Nov 28: $40.00 on Sep 12, Oct 12 and Nov 12.',
};

const DueFields = ({ form }: FieldsProps) => (
  <Section title="When families pay">
    <RadioCard.Root asChild>
      <fieldset>
        <legend className={css({ srOnly: true })}>When a new booking is due</legend>
        <Stack gap="3">
          {(['at-once', 'first-session', 'monthly'] as const).map((rule) => (
            <OptionCard key={rule} value={rule} {...form.register('due_rule')}>
              <HStack display="block">
                <Text fontWeight="bold">{dueRuleNames[rule]}</Text>
                <Text>{dueExamples[rule]}</Text>
              </HStack>
            </OptionCard>
          ))}
        </Stack>
      </fieldset>
    </RadioCard.Root>
  </Section>
);

type RuleName = (typeof ruleNames)[number];

const labels: Readonly<Record<RuleName, string>> = {
  sibling: 'Sibling discount',
  second_class: 'Second class discount',
  early: 'Early discount',
};

const examples: Readonly<Record<RuleName, string>> = {
  sibling:
    'For the second and each further child of a family. 10% off $120.00: the second child pays $108.00.',
  second_class:
    'For the second and each further class of the same child. $20.00 off $120.00: it costs $100.00.',
  early:
    'For every full program that is booked until a date. 5% off $120.00: $114.00 until the end of that day.',
};

/** The family gets the best one of several discounts that apply to a booking (DIS-01). */
const DiscountFields = ({ form }: { readonly form: UseFormReturn<TypedValues> }) => (
  <Section title="Discounts">
    <Text>Of several discounts a booking gets the best one. Trials have none.</Text>
    {ruleNames.map((name) => (
      <Rule key={name} form={form} name={name} />
    ))}
  </Section>
);

interface RuleProps {
  readonly form: UseFormReturn<TypedValues>;
  readonly name: RuleName;
}

const Rule = ({ form, name }: RuleProps) => {
  const { isOn, by } = useWatch({ control: form.control, name });
  const field = fieldsOf(form);
  const programmesError = form.formState.errors[name]?.programmes?.message;
  return (
    <fieldset className={css({ borderTopWidth: '1px', borderColor: 'border', pt: '3' })}>
      <legend className={css({ srOnly: true })}>{labels[name]}</legend>
      <CheckBox {...form.register(`${name}.isOn`)}>{labels[name]}</CheckBox>
      <Text color="fg.muted">{examples[name]}</Text>
      {isOn && (
        <Stack gap="3" pt="3">
          <SimpleGrid columns={{ base: 1, sm: name === 'early' ? 3 : 2 }} gap="4">
            <SelectField label="Takes off" {...form.register(`${name}.by`)}>
              <option value="percent">Per cent</option>
              <option value="amount">An amount</option>
            </SelectField>
            <TextField
              label={by === 'percent' ? 'Per cent' : 'Amount in dollars'}
              inputMode={by === 'percent' ? 'numeric' : 'decimal'}
              autoComplete="off"
              required
              {...field(`${name}.value`)}
            />
            {name === 'early' && <TextField label="Until" type="date" required {...field('early.until')} />}
          </SimpleGrid>
          <div>
            <Text fontWeight="semibold">Counts for</Text>
            {programmeIds.map((id) => (
              <CheckBox key={id} value={id} {...form.register(`${name}.programmes`)}>
                {classTypeName(id)}
              </CheckBox>
            ))}
            {programmesError && (
              <Text role="alert" color="danger.fg">
                {programmesError}
              </Text>
            )}
          </div>
        </Stack>
      )}
    </fieldset>
  );
};

const draft = createDrafts<EditDraft<ShownSettings, TypedValues>>('settings')('settings');

const fields: EditedFields<ShownSettings, TypedValues> = {
  instructions: { ...settingTexts.instructions, label: 'How families pay' },
  payment_link: { ...settingTexts.payment_link, label: 'Payment link', inputs: ['link'] },
  due_rule: { ...settingTexts.due_rule, label: 'When families pay' },
  sibling: { ...settingTexts.sibling, label: labels.sibling },
  second_class: { ...settingTexts.second_class, label: labels.second_class },
  early: { ...settingTexts.early, label: labels.early },
};

/** The draft survives leaving the screen, until it is saved or discarded. */
export const SettingsForm = ({ settings }: { readonly settings: SchoolSettings }) => {
  const edit = useEditForm({ stored: shownSettings(settings), toInput: valuesOf, fields, draft });
  const { form } = edit;
  const showSaved = (now: ShownSettings): void => {
    edit.settle(now);
    showToast({ type: 'success', title: 'Settings saved' });
  };

  const save = useFreshSubmission({
    send: (body: EditOf<ShownSettings, TypedSettings>) => callRoute(schoolRoutes.saveSettings, { body }),
    failure: 'Failed to save the settings',
    changes: everyRead,
    onDone: (now) => showSaved(shownSettings(now)),
    isShown: edit.isShown,
    onFailed: (error) => {
      edit.onFailed(error);
      showIssues(error, form.setError, fieldOf);
    },
  });

  const submit = form.handleSubmit((values) => {
    const typed = readTyped(values);
    if (typed.success) {
      edit.save(typed.data, save.submit, () => showSaved(edit.shown));
      return;
    }
    const issues = typed.error.issues.map(({ path, message }) => ({ field: path.join('.'), message }));
    showFieldIssues(issues, form.setError, fieldOf);
  });

  return (
    <>
      <form
        noValidate
        aria-label="Settings"
        onSubmit={(event) => {
          form.clearErrors();
          void submit(event);
        }}
      >
        <Stack gap="5" maxWidth="[52rem]">
          {edit.isRestored && !edit.conflict && <DraftNotice onStartOver={edit.startOver} />}
          {edit.conflict}
          <Text>
            Changes count at once. What families agreed to before keeps its terms. Name, colors and domain of
            the school are in files of the project: a developer changes them.
          </Text>
          <HowToPayFields form={form} />
          <LinkFields form={form} />
          <DueFields form={form} />
          <DiscountFields form={form} />
          <Button type="submit" alignSelf="start" disabled={save.isPending}>
            {save.isPending ? 'Saving...' : 'Save Settings'}
          </Button>
        </Stack>
      </form>
      {save.dialog}
    </>
  );
};
