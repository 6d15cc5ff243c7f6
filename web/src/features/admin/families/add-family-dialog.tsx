import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useFieldArray } from 'react-hook-form';
import { Link } from 'react-router-dom';
import type * as z from 'zod/mini';
import {
  addFamilySchema,
  type ManagedFamily,
  officeChildSchema,
  parentRoutes,
} from '#shared/families/admin-routes';
import type { Child } from '#shared/families/family';
import { formatDate } from '#shared/lib/format';
import { limits } from '#shared/limits';
import { paths } from '#shared/paths';
import { css } from '#styled-system/css';
import type { EditedFields } from '../../../components/edited-form.tsx';
import { PhoneField, TextField } from '../../../components/fields.tsx';
import { IconButton } from '../../../components/tooltips.tsx';
import { Box } from '../../../components/ui/box.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { HStack, Stack } from '../../../components/ui/stack.tsx';
import { Text } from '../../../components/ui/text.tsx';
import { callRoute } from '../../../lib/api/api-client.ts';
import { attemptKeys } from '../../../lib/api/attempt-key.ts';
import { routeQuery } from '../../../lib/api/route-query.ts';
import type { fieldsOf } from '../../../lib/forms/use-schema-form.ts';
import { businessToday } from '../../../lib/time/today.ts';
import { ChangeForm, DialogOf, type DialogProps } from '../dialogs.tsx';
import { EditDialog, FormDialog, useChangeForm } from '../form-dialogs.tsx';
import { usePause } from '../queries.ts';

type Entered = z.input<typeof addFamilySchema>;

const noChild = { name: '', date_of_birth: '' };

const valuesOf = (searched: string): Entered => ({
  full_name: /\d/.test(searched) ? '' : searched,
  phone_number: /\d/.test(searched) ? searched : '',
  email: '',
  children: [noChild],
});

export interface AddFamilyDialogProps {
  /** The search text, or an empty one; the dialog is open while it is set. */
  readonly of: string | undefined;
  readonly onClose: () => void;
  readonly onAdded: (family: ManagedFamily) => void;
}

export const AddFamilyDialog = ({ of, onClose, onAdded }: AddFamilyDialogProps) => (
  <DialogOf of={of} title={() => 'Add a Family'} onClose={onClose}>
    {(searched) => <AddFamilyForm searched={searched} onClose={onClose} onAdded={onAdded} />}
  </DialogOf>
);

const AddFamilyForm = ({
  searched,
  onClose,
  onAdded,
}: Omit<AddFamilyDialogProps, 'of'> & { readonly searched: string }) => {
  const { form, field, frame } = useChangeForm(addFamilySchema, valuesOf(searched), {
    send: (body, keyOf) => callRoute(parentRoutes.addFamily, { body, idempotencyKey: keyOf(body) }),
    failure: 'Failed to add the family',
    done: ({ full_name }) => `${full_name} was added`,
    onDone: onAdded,
  });
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'children' });
  return (
    <ChangeForm label="Family" action={['Add Family', 'Adding...']} onClose={onClose} {...frame}>
      <TextField label="Full Name" autoComplete="off" required {...field('full_name')} />
      <PhoneField autoComplete="off" required {...field('phone_number')} />
      <SamePhone phone={form.watch('phone_number')} />
      <TextField
        label="Email, if there is one"
        type="email"
        autoComplete="off"
        hint="Nothing is sent to it before you invite the family."
        {...field('email')}
      />
      <fieldset className={css({ minWidth: '0' })}>
        <legend className={css({ fontWeight: 'bold', mb: '2' })}>Children</legend>
        <Stack gap="3">
          {fields.map(({ id }, index) => (
            <Box
              key={id}
              role="group"
              aria-label={`Child ${index + 1}`}
              display="grid"
              gridTemplateColumns={{ base: '1fr auto', sm: '1fr 10rem auto' }}
              alignItems="start"
              gap="3"
            >
              <div className={css({ gridColumn: { base: '1 / -1', sm: 'auto' } })}>
                <TextField
                  label="Child Name"
                  autoComplete="off"
                  required
                  {...field(`children.${index}.name`)}
                />
              </div>
              <TextField
                label="Date of Birth"
                type="date"
                autoComplete="off"
                max={businessToday()}
                required
                {...field(`children.${index}.date_of_birth`)}
              />
              <IconButton label={`Remove child ${index + 1}`} mt="8" onClick={() => remove(index)}>
                <Trash2 size="1.25em" aria-hidden />
              </IconButton>
            </Box>
          ))}
          {fields.length < limits.childrenPerFamily && (
            <Button type="button" variant="outline" alignSelf="start" onClick={() => append(noChild)}>
              <Plus size="1.2em" aria-hidden />
              {fields.length === 0 ? 'Add a Child' : 'Another Child'}
            </Button>
          )}
          <Text fontSize="sm" color="fg.muted">
            Health, contacts and photos stay “Not answered” until the family answers.
          </Text>
        </Stack>
      </fieldset>
    </ChangeForm>
  );
};

const digitsOfPhone = 6;

/** Shows families with the typed number, because the caller may be known (BHF-02). */
const SamePhone = ({ phone }: { readonly phone: string }) => {
  const query = usePause(phone.trim());
  const isLongEnough =
    query.replaceAll(/\D/g, '').length >= digitsOfPhone && query.length <= limits.searchLength;
  const { data } = useQuery({
    ...routeQuery(parentRoutes.searchParents, { body: { query, limit: 3 } }, 'Failed to search'),
    enabled: isLongEnough,
    placeholderData: keepPreviousData,
  });
  const known = isLongEnough ? (data?.parents ?? []) : [];
  return (
    <div role="status">
      {known.map(({ id, full_name }) => (
        <HStack key={id} wrap="wrap" gap="2">
          <Text>{full_name} has this number.</Text>
          <Button asChild variant="outline" size="sm">
            <Link to={paths.adminParent(id)}>Open {full_name}</Link>
          </Button>
        </HStack>
      ))}
    </div>
  );
};

type OfficeChild = Pick<Child, 'name' | 'date_of_birth'>;
type OfficeInput = z.input<typeof officeChildSchema>;

const correctedFields: EditedFields<OfficeChild, OfficeInput> = {
  name: { label: 'Child Name', text: String },
  date_of_birth: { label: 'Date of Birth', text: formatDate },
};

const childFields = (field: ReturnType<typeof fieldsOf<OfficeInput>>) => (
  <>
    <TextField label="Child Name" autoComplete="off" required {...field('name')} />
    <TextField
      label="Date of Birth"
      type="date"
      autoComplete="off"
      max={businessToday()}
      required
      {...field('date_of_birth')}
    />
  </>
);

/** The family itself corrects everything except name and date of birth (BHF-02). */
export const CorrectChildDialog = (dialog: DialogProps<Child>) => (
  <EditDialog
    {...dialog}
    title={({ name }) => `Correct ${name}`}
    schema={() => officeChildSchema}
    stored={({ name, date_of_birth }) => ({ name, date_of_birth })}
    toInput={(shown: OfficeChild): OfficeInput => shown}
    fields={correctedFields}
    send={({ parent_id, id }, body) =>
      callRoute(parentRoutes.correctChild, { params: { parentId: parent_id, childId: id }, body })
    }
    failure="Failed to correct the child"
    done="Child corrected"
    action={['Save', 'Saving...']}
  >
    {childFields}
  </EditDialog>
);

export const AddChildDialog = (dialog: DialogProps<ManagedFamily>) => {
  const [keyOf] = useState(attemptKeys);
  return (
    <FormDialog
      {...dialog}
      title={({ full_name }) => `Add a child of ${full_name}`}
      schema={() => officeChildSchema}
      values={() => noChild}
      send={({ id }, child) => {
        const body = { children: [child] };
        return callRoute(parentRoutes.addFamilyChildren, {
          params: { parentId: id },
          body,
          idempotencyKey: keyOf(body),
        });
      }}
      failure="Failed to add the child"
      done="Child added"
      action={['Add Child', 'Adding...']}
    >
      {childFields}
    </FormDialog>
  );
};
