import { useId, useRef, useState } from 'react';
import { photoConsent } from '#shared/consents';
import { familyRoutes } from '#shared/contract/family-routes';
import type { RouteInput } from '#shared/contract/route';
import { cardConfirmedOn, isCardDue } from '#shared/families/card';
import { cardValues, childValues } from '#shared/families/child-edits';
import { type NewChild, newChildSchema } from '#shared/families/child-input';
import type { Child, Photos } from '#shared/families/family';
import { enteredHealthText, hasHealthInput, healthNeeded } from '#shared/families/health';
import { formatDate } from '#shared/lib/format';
import { css } from '#styled-system/css';
import {
  ChildCardConfirmation,
  ChildItem,
  ContactLines,
  useUpdateCard,
} from '../../../components/child-card.tsx';
import {
  ChildFields,
  type ChildInput,
  emptyChild,
  useChildForm,
  withBirthDateCheck,
} from '../../../components/child-fields.tsx';
import { DraftNotice, useFormDraft } from '../../../components/draft-notice.tsx';
import { type EditedFields, useEditForm } from '../../../components/edited-form.tsx';
import { Modal, ModalButtons } from '../../../components/modal.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { Heading } from '../../../components/ui/heading.tsx';
import { RadioGroup } from '../../../components/ui/radio-group.tsx';
import { HStack, Stack } from '../../../components/ui/stack.tsx';
import { Text } from '../../../components/ui/text.tsx';
import { callRoute } from '../../../lib/api/api-client.ts';
import { ApiError } from '../../../lib/api/api-error.ts';
import { formKeys } from '../../../lib/api/attempt-key.ts';
import { siteConfig } from '../../../lib/api/config.ts';
import { createDrafts } from '../../../lib/forms/form-draft.ts';
import { showIssues } from '../../../lib/forms/use-schema-form.ts';
import { useSubmission } from '../../../lib/forms/use-submission.ts';
import { useBusinessNow } from '../../../lib/time/today.ts';
import { showToast } from '../../../lib/toasts/toasts.ts';
import { ContactsDialog } from './contacts-dialog.tsx';
import { RemoveChildDialog } from './remove-child-dialog.tsx';

const addedChildSchema = withBirthDateCheck(newChildSchema);

const draft = createDrafts<ChildInput>('child')('new');

const isRoomy = (): boolean => window.matchMedia('(width >= 48rem)').matches;

const summary = css({
  minHeight: 'touch',
  alignContent: 'center',
  cursor: 'pointer',
  '& > h3': { display: 'inline' },
});

interface AddChildFormProps {
  readonly isFirst: boolean;
}

/** On a phone the form of a further child is folded (PAR-26, PAR-27). */
const AddChildForm = ({ isFirst }: AddChildFormProps) => {
  const form = useChildForm(addedChildSchema, draft.read());
  const { isRestored, startOver, settle } = useFormDraft(form, emptyChild, draft);
  const [keyOf] = useState(formKeys);
  const [isOpen] = useState(() => isFirst || isRestored || isRoomy());
  const add = useSubmission({
    send: (child: NewChild) => {
      const body = { children: [child] };
      return callRoute(familyRoutes.addChildren, { body, idempotencyKey: keyOf(body) });
    },
    failure: 'Failed to add child',
    changes: [familyRoutes.getMyFamily],
    onDone: () => {
      // A removed child can be entered again.
      keyOf.renew();
      settle(emptyChild);
      showToast({ type: 'success', title: 'Child added successfully' });
    },
    onFailed: (error) => showIssues(error, form.setError, (field) => field.replace(/^children\.0\./, '')),
  });
  return (
    <Card.Root asChild display="block" px={{ base: '4', md: '6' }} py={{ base: '1.5', md: '4' }}>
      <details open={isOpen}>
        <summary className={summary}>
          <Card.Title as="h3">Add a Child</Card.Title>
        </summary>
        <form noValidate onSubmit={form.handleSubmit(add.submit)} className={css({ py: '2.5' })}>
          <Stack gap="4">
            {isRestored && <DraftNotice onStartOver={startOver} />}
            <ChildFields form={form} />
            <Button type="submit" disabled={add.isPending} alignSelf={{ sm: 'start' }}>
              {add.isPending ? 'Adding...' : 'Add Child'}
            </Button>
          </Stack>
        </form>
      </details>
    </Card.Root>
  );
};

interface EditChildDialogProps {
  readonly child: Child | undefined;
  readonly onClose: () => void;
}

const EditChildDialog = ({ child, onClose }: EditChildDialogProps) => (
  <Modal
    title={`Edit ${child?.name ?? 'child'}`}
    role="dialog"
    isOpen={child !== undefined}
    onClose={onClose}
  >
    {child && <EditChildForm key={child.id} child={child} onClose={onClose} />}
  </Modal>
);

const editedChildSchema = withBirthDateCheck(newChildSchema);

type ChildValues = ReturnType<typeof childValues>;

const inputOfChild = ({ name, date_of_birth, health }: ChildValues) => ({
  name,
  date_of_birth,
  medical_conditions: health.medical_conditions ?? '',
  nothing_to_know: health.nothing_to_know,
});

const childFields: EditedFields<ChildValues, ChildInput> = {
  name: { label: 'Child Name', text: String },
  date_of_birth: { label: 'Date of Birth', text: formatDate },
  health: {
    label: 'Medical Conditions',
    text: enteredHealthText,
    inputs: ['medical_conditions', 'nothing_to_know'],
  },
};

const EditChildForm = ({ child, onClose }: EditChildDialogProps & { readonly child: Child }) => {
  const edit = useEditForm({
    schema: editedChildSchema,
    stored: childValues(child),
    toInput: inputOfChild,
    fields: childFields,
  });
  const { form } = edit;
  const showSaved = () => {
    showToast({ type: 'success', title: 'Changes saved' });
    onClose();
  };
  const save = useSubmission({
    send: (body: RouteInput<typeof familyRoutes.updateChild>['body']) =>
      callRoute(familyRoutes.updateChild, { params: { childId: child.id }, body }),
    failure: 'Failed to save the changes',
    changes: [familyRoutes.getMyFamily, familyRoutes.listMyBookings],
    onDone: showSaved,
    isShown: edit.isShown,
    onFailed: (error) => {
      edit.onFailed(error);
      showIssues(error, form.setError, (field) => field.replace(/^health\./, ''));
      if (error instanceof ApiError && error.code === 'sameChildName')
        form.setError('name', { message: error.message }, { shouldFocus: true });
    },
  });
  const submit = ({ name, date_of_birth, medical_conditions, nothing_to_know = false }: NewChild) => {
    const health = { medical_conditions, nothing_to_know };
    // An answer cannot be taken back.
    if (!hasHealthInput(health) && hasHealthInput(edit.shown.health))
      return form.setError('medical_conditions', { message: healthNeeded }, { shouldFocus: true });
    edit.save({ name, date_of_birth, health }, save.submit, showSaved);
  };
  return (
    <form noValidate onSubmit={form.handleSubmit(submit)}>
      <Stack gap="5">
        {edit.conflict}
        <ChildFields form={form} />
        <Text fontSize="sm" color="fg.muted">
          The coach sees the new name and conditions at once. Bookings keep the age they were made with.
        </Text>
        <ModalButtons onCancel={onClose}>
          <Button type="submit" disabled={save.isPending}>
            {save.isPending ? 'Saving...' : 'Save Changes'}
          </Button>
        </ModalButtons>
      </Stack>
    </form>
  );
};

const questions: readonly (readonly [keyof Photos, string])[] = [
  ['photos_school', 'Within the school'],
  ['photos_web', 'Website and social media'],
];

/** Each answer is one tap, and none is preset (EME-06). */
const PhotoChoices = ({ child }: { readonly child: Child }) => (
  <fieldset className={css({ minWidth: '0' })}>
    <legend className={css({ fontWeight: 'bold' })}>Photos of {child.name}</legend>
    <Stack gap="0">
      {questions.map(([field, label]) => (
        <PhotoChoice key={field} child={child} field={field} label={label} />
      ))}
    </Stack>
  </fieldset>
);

const answerOf = (allowed: boolean): string => (allowed ? 'Yes' : 'No');

interface PhotoChoiceProps {
  readonly child: Child;
  readonly field: keyof Photos;
  readonly label: string;
}

const PhotoChoice = ({ child, field, label }: PhotoChoiceProps) => {
  const id = useId();
  const [tapped, setTapped] = useState<boolean>();
  const save = useUpdateCard(child, { failure: 'Failed to save the answer' });
  const answer = save.isPending ? tapped : child[field]?.allowed;
  return (
    <RadioGroup.Root
      asChild
      value={answer === undefined ? null : answerOf(answer)}
      onValueChange={({ value }) => {
        const allowed = value === answerOf(true);
        setTapped(allowed);
        save.submit({ [field]: allowed, shown: { [field]: cardValues(child)[field] } });
      }}
    >
      <HStack aria-labelledby={id} aria-busy={save.isPending} gap="4">
        {/* The answers of both questions are below each other also on a phone. */}
        <Text id={id} flex="1" lineHeight="heading">
          {label}
        </Text>
        <HStack gap="4" flexShrink="0">
          {[true, false].map((allowed) => (
            <RadioGroup.Item key={answerOf(allowed)} value={answerOf(allowed)} fontWeight="semibold">
              <RadioGroup.ItemHiddenInput />
              <RadioGroup.ItemIndicator />
              <RadioGroup.ItemText>{answerOf(allowed)}</RadioGroup.ItemText>
            </RadioGroup.Item>
          ))}
        </HStack>
      </HStack>
    </RadioGroup.Root>
  );
};

export const ChildrenSection = ({ childList }: { readonly childList: readonly Child[] }) => {
  const headingId = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const [leaving, setLeaving] = useState<Child>();
  const [edited, setEdited] = useState<Child>();
  const [calling, setCalling] = useState<Child>();
  return (
    <section aria-labelledby={headingId}>
      <Stack gap="4">
        <Heading id={headingId} ref={heading} tabIndex={-1}>
          My Children
        </Heading>
        {childList.length === 0 ? (
          <Text color="fg.muted">No children yet. Add the first one, and you can book a class.</Text>
        ) : (
          <Stack as="ul" gap="3" listStyleType="none">
            {childList.map((child) => (
              <ChildItem
                key={child.id}
                child={child}
                onEdit={() => setEdited(child)}
                onRemove={() => setLeaving(child)}
              >
                <RestOfCard child={child} onContacts={() => setCalling(child)} />
              </ChildItem>
            ))}
          </Stack>
        )}
        {childList.length > 0 && (
          <Text fontSize="sm" color="fg.muted">
            {photoConsent.text}
          </Text>
        )}
        <AddChildForm isFirst={childList.length === 0} />
      </Stack>
      <ContactsDialog child={calling} onClose={() => setCalling(undefined)} />
      <EditChildDialog child={edited} onClose={() => setEdited(undefined)} />
      <RemoveChildDialog
        child={leaving}
        onClose={() => setLeaving(undefined)}
        onRemoved={() => heading.current?.focus()}
      />
    </section>
  );
};

interface RestOfCardProps {
  readonly child: Child;
  readonly onContacts: () => void;
}

const RestOfCard = ({ child, onContacts }: RestOfCardProps) => {
  const { today } = useBusinessNow();
  const isAsked = isCardDue(cardConfirmedOn(child, siteConfig().timeZone), today);
  return (
    <Stack gap="2" mt="1.5">
      <ContactLines child={child} />
      <PhotoChoices child={child} />
      {isAsked && <Text>You confirm the health, contacts and photos above, which the coach goes by.</Text>}
      <HStack gap="2" wrap="wrap" justify="space-between">
        <Button
          type="button"
          variant="outline"
          size="sm"
          aria-label={`Edit contacts of ${child.name}`}
          onClick={onContacts}
        >
          Edit contacts
        </Button>
        <ChildCardConfirmation child={child} isAsked={isAsked} />
      </HStack>
    </Stack>
  );
};
