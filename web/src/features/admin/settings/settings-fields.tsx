import { SimpleGrid } from '@chakra-ui/react/simple-grid';
import { HStack, Stack } from '@chakra-ui/react/stack';
import { chakra } from '@chakra-ui/react/styled-system';
import { Text } from '@chakra-ui/react/text';
import { TriangleAlert } from 'lucide-react';
import type { PropsWithChildren } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { payNow, payNowText } from '#shared/domain/ledger/payment-link';
import { dueRuleNames } from '#shared/domain/text/setting-texts';
import { paymentReferenceSchema } from '#shared/schemas/payment-reference';
import { linkWarning } from '#shared/schemas/public-link';
import { paymentLinkSchema, type SchoolSettings } from '#shared/schemas/school-settings';
import { centsSchema } from '#shared/schemas/values';
import { Card } from '../../../components/card.tsx';
import { Heading } from '../../../components/heading.tsx';
import { Notice } from '../../../components/notice.tsx';
import { OptionCard, OptionRadio } from '../../../components/option-card.tsx';
import { SelectField } from '../../../components/select-field.tsx';
import { TextAreaField } from '../../../components/text-area-field.tsx';
import { TextField } from '../../../components/text-field.tsx';
import { TextLink } from '../../../components/text-link.tsx';
import { type SettingsValues, typedLink } from './settings-values.ts';

interface FieldsProps {
  readonly form: UseFormReturn<SettingsValues>;
}

/** A part of the settings. */
export const Section = ({ title, children }: PropsWithChildren<{ readonly title: string }>) => (
  <Card p={{ base: '4', md: '5' }}>
    <Stack gap="4">
      <Heading size="md">{title}</Heading>
      {children}
    </Stack>
  </Card>
);

/** The instructions that families read (PAY-04). */
export const HowToPayFields = ({ form }: FieldsProps) => (
  <Section title="How families pay">
    <TextAreaField
      label="Instructions"
      hint="One line each, for example: Bank transfer to our account 00000000. The family's reference follows below."
      rows={3}
      required
      error={form.formState.errors.instructions?.message}
      {...form.register('instructions')}
    />
  </Section>
);

/** The payment page of the school's provider, with what a family reads of it (PLK-01). */
export const LinkFields = ({ form }: FieldsProps) => {
  const errors = form.formState.errors.link;
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
        error={errors?.url?.message}
        {...form.register('link.url')}
      />
      <SimpleGrid columns={{ base: 1, md: 3 }} gap="4">
        <TextField
          label="Reference parameter"
          autoComplete="off"
          autoCapitalize="none"
          hint="Stripe: client_reference_id. Empty if the page takes none: families then enter it."
          error={errors?.reference_parameter?.message}
          {...form.register('link.reference_parameter')}
        />
        <TextField
          label="Amount parameter"
          autoComplete="off"
          autoCapitalize="none"
          hint="PayPal: amount. Empty if the page takes none: families then read which amount to enter."
          error={errors?.amount_parameter?.message}
          {...form.register('link.amount_parameter')}
        />
        <SelectField label="Amounts are sent as" {...form.register('link.amount_unit')}>
          <option value="dollars">Dollars: 25.00</option>
          <option value="cents">Cents: 2500</option>
        </SelectField>
      </SimpleGrid>
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
        <Notice tone="warning" icon={TriangleAlert} role="status">
          {warning}
        </Notice>
      )}
      <Text>
        A family that owes $25.00 reads: <strong>{payNowText(pay, sampleOwed.reference)}</strong>
      </Text>
      <Text color="fg.muted" overflowWrap="anywhere">
        {pay.url}
      </Text>
      <TextLink href={pay.url} target="_blank" rel="noopener noreferrer" alignSelf="start">
        Try it on {pay.host}
      </TextLink>
    </Stack>
  );
};

const dueExamples: Readonly<Record<SchoolSettings['due_rule'], string>> = {
  'at-once': 'Booked on Sep 1 for $120.00: all of it is due on Sep 1.',
  'first-session': 'Booked on Sep 1 for $120.00, first session on Sep 12: all of it is due on Sep 11.',
  monthly:
    'Booked on Sep 1 for $120.00, sessions from Sep 12 to Nov 28: $40.00 on Sep 12, Oct 12 and Nov 12.',
};

/** When a new booking is due (DUE-01). */
export const DueFields = ({ form }: FieldsProps) => (
  <Section title="When families pay">
    <chakra.fieldset>
      <chakra.legend srOnly>When a new booking is due</chakra.legend>
      <Stack gap="3">
        {(['at-once', 'first-session', 'monthly'] as const).map((rule) => (
          <OptionCard key={rule}>
            <OptionRadio type="radio" value={rule} {...form.register('due_rule')} />
            <HStack display="block">
              <Text fontWeight="bold">{dueRuleNames[rule]}</Text>
              <Text>{dueExamples[rule]}</Text>
            </HStack>
          </OptionCard>
        ))}
      </Stack>
    </chakra.fieldset>
  </Section>
);
