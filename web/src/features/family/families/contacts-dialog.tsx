import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { useFieldArray } from 'react-hook-form';
import { contactsSchema } from '#shared/families/child-input';
import { contactText } from '#shared/families/children';
import type { Child, Contact } from '#shared/families/family';
import { limits } from '#shared/limits';
import { css } from '#styled-system/css';
import { useUpdateCard } from '../../../components/child-card.tsx';
import { CheckBox } from '../../../components/choices.tsx';
import { type EditedFields, useEditForm } from '../../../components/edited-form.tsx';
import { PhoneField, TextField } from '../../../components/fields.tsx';
import { Modal, ModalButtons } from '../../../components/modal.tsx';
import { IconButton } from '../../../components/tooltips.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { HStack, Stack } from '../../../components/ui/stack.tsx';
import { Text } from '../../../components/ui/text.tsx';
import { showIssues } from '../../../lib/forms/use-schema-form.ts';
import { showToast } from '../../../lib/toasts/toasts.ts';

interface ContactsDialogProps {
  readonly child: Child | undefined;
  readonly onClose: () => void;
}

/** Whom to call besides the account's holder, in order (EME-01). */
export const ContactsDialog = ({ child, onClose }: ContactsDialogProps) => (
  <Modal
    title={`Contacts of ${child?.name ?? 'child'}`}
    role="dialog"
    isOpen={child !== undefined}
    onClose={onClose}
  >
    {child && <ContactsForm key={child.id} child={child} onClose={onClose} />}
  </Modal>
);

interface Contacts {
  readonly contacts: Contact[];
}

const listOf = (shown: Contacts): Contacts => shown;

const contactFields: EditedFields<Contacts, Contacts> = {
  contacts: {
    label: 'Contacts',
    text: (contacts) => contacts.map(contactText).join('; ') || 'Nobody',
  },
};

const emptyContact = { name: '', relation: '', phone_number: '', may_collect: false };

const ContactsForm = ({ child, onClose }: ContactsDialogProps & { readonly child: Child }) => {
  const edit = useEditForm({
    schema: contactsSchema,
    stored: { contacts: child.contacts },
    toInput: listOf,
    fields: contactFields,
  });
  const { form, field } = edit;
  const { fields, append, move, remove } = useFieldArray({ control: form.control, name: 'contacts' });
  const list = useRef<HTMLOListElement>(null);
  const [moved, setMoved] = useState('');
  const showSaved = () => {
    showToast({ type: 'success', title: 'Contacts saved' });
    onClose();
  };
  const save = useUpdateCard(child, {
    failure: 'Failed to save the contacts',
    onDone: showSaved,
    isShown: edit.isShown,
    onFailed: (error) => {
      edit.onFailed(error);
      showIssues(error, form.setError);
    },
  });
  const submit = (entered: Contacts) => edit.save(entered, save.submit, showSaved);
  /** The focused control moves or is removed with its contact. */
  const focus = (selector: string) =>
    requestAnimationFrame(() => list.current?.parentElement?.querySelector<HTMLElement>(selector)?.focus());
  const moveTo = (from: number, to: number) => {
    move(from, to);
    setMoved(`${form.getValues(`contacts.${to}.name`) || 'The contact'} is number ${to + 1}`);
    focus(`[data-move="${to < from ? 'up' : 'down'}-${to}"]`);
  };
  const removeAt = (at: number) => {
    remove(at);
    focus('[data-add]');
  };
  return (
    <form noValidate onSubmit={form.handleSubmit(submit)}>
      <Stack gap="5">
        {edit.conflict}
        <Text color="fg.muted">
          You are called first. If you cannot be reached, the coach calls these people in their order.
        </Text>
        <ol ref={list} className={css({ display: 'grid', gap: '4', listStyleType: 'none' })}>
          {fields.map(({ id }, at) => {
            const number = at + 1;
            return (
              <li key={id} className={css({ borderTopWidth: '1px', borderColor: 'border', pt: '3' })}>
                <fieldset aria-label={`Contact ${number}`} className={css({ minWidth: '0' })}>
                  <HStack justify="space-between">
                    <Text fontWeight="bold">Contact {number}</Text>
                    <HStack gap="0">
                      <IconButton
                        label={`Move contact ${number} up`}
                        blockedBy={at === 0 ? 'This is the first contact' : undefined}
                        data-move={`up-${at}`}
                        onClick={() => moveTo(at, at - 1)}
                      >
                        <ArrowUp size="1.25em" aria-hidden />
                      </IconButton>
                      <IconButton
                        label={`Move contact ${number} down`}
                        blockedBy={number === fields.length ? 'This is the last contact' : undefined}
                        data-move={`down-${at}`}
                        onClick={() => moveTo(at, at + 1)}
                      >
                        <ArrowDown size="1.25em" aria-hidden />
                      </IconButton>
                      <IconButton label={`Remove contact ${number}`} onClick={() => removeAt(at)}>
                        <Trash2 size="1.25em" aria-hidden />
                      </IconButton>
                    </HStack>
                  </HStack>
                  <Stack gap="3">
                    <TextField label="Name" autoComplete="off" required {...field(`contacts.${at}.name`)} />
                    <TextField
                      label="Relation"
                      placeholder="Grandmother, neighbour …"
                      autoComplete="off"
                      required
                      {...field(`contacts.${at}.relation`)}
                    />
                    <PhoneField autoComplete="off" required {...field(`contacts.${at}.phone_number`)} />
                    <CheckBox {...form.register(`contacts.${at}.may_collect`)}>
                      May collect {child.name}
                    </CheckBox>
                  </Stack>
                </fieldset>
              </li>
            );
          })}
        </ol>
        <span role="status" aria-live="polite">
          {moved}
        </span>
        {fields.length < limits.contactsPerChild && (
          <Button
            type="button"
            variant="outline"
            alignSelf="start"
            data-add
            onClick={() => append(emptyContact)}
          >
            <Plus size="1.2em" aria-hidden />
            Add a contact
          </Button>
        )}
        <ModalButtons onCancel={onClose}>
          <Button type="submit" disabled={save.isPending}>
            {save.isPending ? 'Saving...' : 'Save contacts'}
          </Button>
        </ModalButtons>
      </Stack>
    </form>
  );
};
