import { type UnlistedInput, unlistedInputSchema } from '#shared/registers/register';
import { PhoneField, TextField } from '../../../components/fields.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { Text } from '../../../components/ui/text.tsx';
import { fieldsOf, useSchemaForm } from '../../../lib/forms/use-schema-form.ts';

const nothing: UnlistedInput = { name: '', phone_number: '' };

interface UnlistedFormProps {
  readonly onAdd: (child: UnlistedInput) => void;
  readonly onCancel: () => void;
}

/** In a module of its own, so that a register is shown before the library of forms is loaded. */
export const UnlistedForm = ({ onAdd, onCancel }: UnlistedFormProps) => {
  const form = useSchemaForm(unlistedInputSchema, nothing);
  const field = fieldsOf(form);
  return (
    <Card.Root>
      <form noValidate onSubmit={form.handleSubmit(onAdd)} aria-label="A child who is not on the list">
        <Card.Body p="4" gap="4">
          <Text>The office calls this number. It is not a booking.</Text>
          <TextField label="First name" autoComplete="off" autoFocus required {...field('name')} />
          <PhoneField autoComplete="off" required {...field('phone_number')} />
          <Button type="submit" size="lg">
            Add
          </Button>
          <Button type="button" variant="outline" size="lg" onClick={onCancel}>
            Cancel
          </Button>
        </Card.Body>
      </form>
    </Card.Root>
  );
};
