import { Stack } from '@chakra-ui/react/stack';
import { Text } from '@chakra-ui/react/text';
import { useId, useRef, useState } from 'react';
import type { Child } from '#shared/schemas/child';
import { ChildEntry } from '../../components/child-entry.tsx';
import { Heading } from '../../components/heading.tsx';
import { AddChildForm } from './add-child-form.tsx';
import { EditChildDialog } from './edit-child-dialog.tsx';
import { RemoveChildDialog } from './remove-child-dialog.tsx';

/** The parent's children, which can be changed and removed, and the form that adds one (PAR-25, KID-01). */
export const ChildrenSection = ({ entries }: { readonly entries: readonly Child[] }) => {
  const headingId = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const [leaving, setLeaving] = useState<Child>();
  const [edited, setEdited] = useState<Child>();
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
              />
            ))}
          </Stack>
        )}
        <AddChildForm />
      </Stack>
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
