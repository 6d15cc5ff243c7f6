import { useQueryClient } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import { useFieldArray } from 'react-hook-form';
import * as z from 'zod/mini';
import { brand } from '#shared/brand';
import { healthConsent } from '#shared/consents';
import { cardValues } from '#shared/families/child-edits';
import { contactsSchema } from '#shared/families/child-input';
import type { Child } from '#shared/families/family';
import { enteredHealthText, hasHealthInput } from '#shared/families/health';
import type { ImportedCard, MyFamily } from '#shared/families/members';
import { toCalendarDate } from '#shared/lib/business-time';
import { addDays } from '#shared/lib/calendar';
import { formatDate } from '#shared/lib/format';
import { phoneKey } from '#shared/lib/phone-number';
import { optionalText } from '#shared/lib/values';
import { limits } from '#shared/limits';
import { policies } from '#shared/policies';
import { css } from '#styled-system/css';
import { useUpdateCard } from '../../../components/child-card.tsx';
import { CheckBox } from '../../../components/choices.tsx';
import { type Conflict, ConflictNotice } from '../../../components/edited-form.tsx';
import { PhoneField, TextAreaField, TextField } from '../../../components/fields.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { Heading } from '../../../components/ui/heading.tsx';
import { HStack, Stack } from '../../../components/ui/stack.tsx';
import { Text } from '../../../components/ui/text.tsx';
import { ApiError } from '../../../lib/api/api-error.ts';
import { siteConfig } from '../../../lib/api/config.ts';
import { familyQuery } from '../../../lib/api/family-queries.ts';
import { fieldsOf, showIssues, useSchemaForm } from '../../../lib/forms/use-schema-form.ts';
import { showToast } from '../../../lib/toasts/toasts.ts';

const childrenToCheck = ({ imported, children }: Pick<MyFamily, 'imported' | 'children'>) =>
  imported.flatMap((card) => {
    const child = children.find(({ id }) => id === card.child_id);
    return child ? [{ card, child }] : [];
  });

export const ImportedSection = ({ family }: { readonly family: MyFamily }) => {
  const headingId = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const waiting = childrenToCheck(family);
  const [isAsked, setIsAsked] = useState(waiting.length > 0);
  if (waiting.length > 0 && !isAsked) setIsAsked(true);
  if (!isAsked) return null;
  return (
    <section aria-labelledby={headingId}>
      <Stack gap="4">
        <Heading id={headingId} ref={heading} tabIndex={-1}>
          Is This Right?
        </Heading>
        <Text role="status">
          {waiting.length > 0
            ? `${brand.name} has this about your children in its own files. No coach sees it before you confirm it.`
            : 'Thank you. Nothing is left to check.'}
        </Text>
        {waiting.length > 0 && (
          <Stack as="ul" gap="3" listStyleType="none">
            {waiting.map(({ card, child }) => (
              <Card.Root key={child.id} as="li" size="lg">
                <Card.Body>
                  {/* The focused button goes with its child. */}
                  <ImportedForm card={card} child={child} onAnswered={() => heading.current?.focus()} />
                </Card.Body>
              </Card.Root>
            ))}
          </Stack>
        )}
      </Stack>
    </section>
  );
};

const formSchema = z.extend(contactsSchema, {
  medical_conditions: optionalText(limits.medicalConditionsLength),
  nothing_to_know: z.boolean(),
});

/** What the family wrote meanwhile is not lost. */
const noteOf = (card: ImportedCard, child: Child): string =>
  [...new Set([child.medical_conditions, card.medical_conditions])].filter(Boolean).join('\n');

/** Whether the proposed answer is "nothing to know" (IMP-09): the family's own answer outweighs it. */
const proposesNothing = ({ medical_conditions, nothing_to_know }: ImportedCard, child: Child): boolean =>
  nothing_to_know === true && medical_conditions === null && !hasHealthInput(cardValues(child).health);

/** The contact to confirm, unless the card has it or is full. */
const contactsOf = ({ contact }: ImportedCard, { contacts }: Child) => {
  const isKnown = contacts.some(
    ({ phone_number }) => phoneKey(phone_number) === phoneKey(contact?.phone_number ?? ''),
  );
  return contact && !isKnown && contacts.length < limits.contactsPerChild
    ? [{ ...contact, may_collect: false }]
    : [];
};

const answerOf = ({
  medical_conditions,
  nothing_to_know,
}: Pick<z.input<typeof formSchema>, 'medical_conditions' | 'nothing_to_know'>) => {
  const note = medical_conditions || null;
  return { medical_conditions: note, ...(note === null && nothing_to_know && { nothing_to_know }) };
};

interface ImportedFormProps {
  readonly card: ImportedCard;
  readonly child: Child;
  readonly onAnswered: () => void;
}

const ImportedForm = ({ card, child, onAnswered }: ImportedFormProps) => {
  const queryClient = useQueryClient();
  const form = useSchemaForm(formSchema, {
    medical_conditions: noteOf(card, child),
    nothing_to_know: proposesNothing(card, child),
    contacts: contactsOf(card, child),
  });
  const { fields, remove } = useFieldArray({ control: form.control, name: 'contacts' });
  const field = fieldsOf(form);
  const note = useRef<HTMLParagraphElement>(null);
  const [health, setHealth] = useState(() => cardValues(child).health);
  const [conflict, setConflict] = useState<Conflict>();
  const [isAsked, setIsAsked] = useState(false);
  const save = useUpdateCard(child, {
    failure: 'Failed to save the answer',
    onDone: () => {
      queryClient.setQueryData(
        familyQuery.queryKey,
        (known) =>
          known && { ...known, imported: known.imported.filter(({ child_id }) => child_id !== child.id) },
      );
      showToast({ type: 'success', title: `Answer for ${child.name} saved` });
      onAnswered();
    },
    onFailed: (error) => {
      showIssues(error, form.setError);
      if (!(error instanceof ApiError) || !('health' in error.stored)) return;
      // The API answers with the fields that this card has.
      const now = error.stored.health as typeof health;
      setHealth(now);
      setConflict({
        ...{ name: 'health', label: 'Medical Conditions', choice: undefined },
        yours: enteredHealthText(answerOf(form.getValues())),
        now: enteredHealthText(now),
      });
    },
  });
  const confirm = ({ contacts, ...answer }: z.output<typeof formSchema>) => {
    const isOpen = conflict !== undefined && !conflict.choice;
    setIsAsked(isOpen);
    if (isOpen) return;
    const entered = answerOf(answer);
    const isEntered = conflict?.choice !== 'now' && hasHealthInput(entered);
    save.submit({
      imported: 'answered',
      ...(isEntered && { health: entered }),
      ...(contacts.length > 0 && { contacts: [...child.contacts, ...contacts] }),
      shown: { ...(isEntered && { health }), ...(contacts.length > 0 && { contacts: child.contacts }) },
    });
  };
  const goesOn = addDays(
    toCalendarDate(new Date(card.at), siteConfig().timeZone),
    policies.card.importedRetainedDays,
  );
  const { adult } = card;
  return (
    <form
      noValidate
      aria-label={`What the school knows of ${child.name}`}
      onSubmit={form.handleSubmit(confirm)}
    >
      <Stack gap="4">
        <Heading as="h3" size="md" overflowWrap="anywhere">
          {child.name}, born {formatDate(child.date_of_birth)}
        </Heading>
        <Text ref={note} tabIndex={-1} fontSize="sm" color="fg.muted">
          Change a wrong name or date of birth at “My Children”. What you do not confirm is deleted on{' '}
          {formatDate(goesOn)}.
        </Text>
        {conflict && (
          <ConflictNotice
            conflicts={[conflict]}
            isAsked={isAsked}
            onChoose={(_, choice) => setConflict({ ...conflict, choice })}
          />
        )}
        {card.medical_conditions && (
          <>
            <TextAreaField
              label="Medical Conditions"
              hint="Correct it, or empty it where it is wrong."
              {...field('medical_conditions')}
            />
            <Text fontSize="sm" color="fg.muted">
              {healthConsent.text}
            </Text>
          </>
        )}
        {proposesNothing(card, child) && (
          <>
            <CheckBox {...form.register('nothing_to_know')}>
              Nothing to know about {child.name}’s health
            </CheckBox>
            <Text fontSize="sm" color="fg.muted">
              Leave the tick out where it is wrong. {healthConsent.text}
            </Text>
          </>
        )}
        {fields.map(({ id }, at) => (
          <fieldset key={id} className={css({ minWidth: '0' })}>
            <legend className={css({ fontWeight: 'bold', mb: '2' })}>To call besides you</legend>
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
              <CheckBox {...form.register(`contacts.${at}.may_collect`)}>May collect {child.name}</CheckBox>
              <Button
                type="button"
                variant="outline"
                alignSelf="start"
                onClick={() => {
                  remove(at);
                  note.current?.focus();
                }}
              >
                Leave this person out
              </Button>
            </Stack>
          </fieldset>
        ))}
        {adult && (
          <Text overflowWrap="anywhere">
            Second adult: {[adult.full_name, adult.email, adult.phone_number].filter(Boolean).join(', ')}.
            This person sees nothing before you send an invitation, at “Adults” below.
          </Text>
        )}
        <HStack gap="3" wrap="wrap">
          <Button type="submit" aria-label={`Confirm for ${child.name}`} disabled={save.isPending}>
            {save.isPending ? 'Saving...' : 'Confirm'}
          </Button>
          <Button
            type="button"
            variant="outline"
            aria-label={`Discard what the school knows of ${child.name}`}
            disabled={save.isPending}
            onClick={() => save.submit({ imported: 'answered', shown: {} })}
          >
            Discard
          </Button>
        </HStack>
      </Stack>
    </form>
  );
};
