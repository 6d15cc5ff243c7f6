import { Stack } from '@chakra-ui/react/stack';
import { Text } from '@chakra-ui/react/text';
import { useId, useRef, useState } from 'react';
import { cardConfirmedOn, isCardDue } from '#shared/domain/children/card';
import type { Child } from '#shared/schemas/child';
import { Button } from '../../components/button.tsx';
import { ChildCardConfirmation } from '../../components/child-card-confirmation.tsx';
import { ContactLines } from '../../components/child-card-summary.tsx';
import { ChildEntry } from '../../components/child-entry.tsx';
import { Heading } from '../../components/heading.tsx';
import { siteConfig } from '../../lib/api/config.ts';
import { useBusinessNow } from '../../lib/time/today.ts';
import { AddChildForm } from './add-child-form.tsx';
import { ContactsDialog } from './contacts-dialog.tsx';
import { EditChildDialog } from './edit-child-dialog.tsx';
import { PhotoChoices } from './photo-choices.tsx';
import { RemoveChildDialog } from './remove-child-dialog.tsx';

/** The parent's children, which can be changed and removed, and the form that adds one (PAR-25, KID-01). */
export const ChildrenSection = ({ entries }: { readonly entries: readonly Child[] }) => {
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
        {entries.length === 0 ? (
          <Text color="fg.muted">No children yet. Add the first one, and you can book a class.</Text>
        ) : (
          <Stack as="ul" gap="3" listStyleType="none">
            {entries.map((child) => (
              <ChildEntry
                key={child.id}
                child={child}
                onEdit={() => setEdited(child)}
                onRemove={() => setLeaving(child)}
              >
                <RestOfCard child={child} onContacts={() => setCalling(child)} />
              </ChildEntry>
            ))}
          </Stack>
        )}
        <AddChildForm />
      </Stack>
      <ContactsDialog child={calling} onClose={() => setCalling(undefined)} />
      <EditChildDialog child={edited} onClose={() => setEdited(undefined)} />
      <RemoveChildDialog
        child={leaving}
        onClose={() => setLeaving(undefined)}
        // The focused button is removed with the child.
        onRemoved={() => heading.current?.focus()}
      />
    </section>
  );
};

interface RestOfCardProps {
  readonly child: Child;
  readonly onContacts: () => void;
}

/** Contacts, photos and confirmation of a child's card. */
const RestOfCard = ({ child, onContacts }: RestOfCardProps) => {
  const { today } = useBusinessNow();
  return (
    <Stack gap="3" mt="1.5">
      <ContactLines child={child} />
      <Button
        type="button"
        variant="outline"
        alignSelf="start"
        aria-label={`Edit contacts of ${child.name}`}
        onClick={onContacts}
      >
        Edit contacts
      </Button>
      <PhotoChoices child={child} />
      <ChildCardConfirmation
        child={child}
        isAsked={isCardDue(cardConfirmedOn(child, siteConfig().timeZone), today)}
      />
    </Stack>
  );
};
