import { SimpleGrid } from '@chakra-ui/react/simple-grid';
import { Stack } from '@chakra-ui/react/stack';
import { chakra } from '@chakra-ui/react/styled-system';
import { Text } from '@chakra-ui/react/text';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { classTypeName } from '#shared/domain/text/format';
import { programmeIds } from '#shared/programmes';
import { CheckBox } from '../../../components/check-box.tsx';
import { SelectField } from '../../../components/select-field.tsx';
import { TextField } from '../../../components/text-field.tsx';
import { Section } from './settings-fields.tsx';
import { ruleNames, type SettingsValues } from './settings-values.ts';

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

/** The discount rules (DIS-01). Of several that count for a booking, the family gets the best one. */
export const DiscountFields = ({ form }: { readonly form: UseFormReturn<SettingsValues> }) => (
  <Section title="Discounts">
    <Text>Of several discounts a booking gets the best one. Trials have none.</Text>
    {ruleNames.map((name) => (
      <Rule key={name} form={form} name={name} />
    ))}
  </Section>
);

interface RuleProps {
  readonly form: UseFormReturn<SettingsValues>;
  readonly name: RuleName;
}

const Rule = ({ form, name }: RuleProps) => {
  const { isOn, by } = useWatch({ control: form.control, name });
  const errors = form.formState.errors[name];
  return (
    <chakra.fieldset borderTopWidth="1px" borderColor="border" pt="3">
      <chakra.legend srOnly>{labels[name]}</chakra.legend>
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
              error={errors?.value?.message}
              {...form.register(`${name}.value`)}
            />
            {name === 'early' && (
              <TextField
                label="Until"
                type="date"
                required
                error={errors?.until?.message}
                {...form.register('early.until')}
              />
            )}
          </SimpleGrid>
          <div>
            <Text fontWeight="semibold">Counts for</Text>
            {programmeIds.map((id) => (
              <CheckBox key={id} value={id} {...form.register(`${name}.programmes`)}>
                {classTypeName(id)}
              </CheckBox>
            ))}
            {errors?.programmes?.message && (
              <Text role="alert" color="danger.fg">
                {errors.programmes.message}
              </Text>
            )}
          </div>
        </Stack>
      )}
    </chakra.fieldset>
  );
};
