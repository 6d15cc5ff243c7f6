import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { addNoteSchema, type FamilyNote, parentRoutes } from '#shared/families/admin-routes';
import type { FamilyId } from '#shared/lib/ids';
import { limits } from '#shared/limits';
import { TextAreaField } from '../../../components/fields.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { Heading } from '../../../components/ui/heading.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { HStack, Stack } from '../../../components/ui/stack.tsx';
import { Text } from '../../../components/ui/text.tsx';
import { callRoute } from '../../../lib/api/api-client.ts';
import { attemptKeys } from '../../../lib/api/attempt-key.ts';
import { routeQuery } from '../../../lib/api/route-query.ts';
import { FormDialog } from '../form-dialogs.tsx';
import { instantText } from '../school/activity-text.ts';
import { Loaded } from '../tables/loaded.tsx';

type ToWrite = 'new' | FamilyNote;

/** A correction is another note, and the first one stays (BHF-04). */
export const NotesSection = ({ parentId }: { readonly parentId: FamilyId }) => {
  const [writing, setWriting] = useState<ToWrite>();
  const [keyOf] = useState(attemptKeys);
  const notes = useQuery(
    routeQuery(parentRoutes.listFamilyNotes, { params: { parentId } }, 'Failed to load the notes'),
  );
  return (
    <Stack gap="3" _print={{ display: 'none' }}>
      <HStack justify="space-between" wrap="wrap">
        <Heading size="md">Notes</Heading>
        <Button type="button" variant="outline" onClick={() => setWriting('new')}>
          Add Note
        </Button>
      </HStack>
      <Loaded query={notes} skeleton={<Skeleton height="16" borderRadius="xl" aria-busy="true" />}>
        {(data) => <NoteList notes={data.notes} onCorrect={setWriting} />}
      </Loaded>
      <FormDialog
        of={writing}
        title={(of) => (of === 'new' ? 'Add Note' : 'Correct a Note')}
        schema={() => addNoteSchema}
        values={(of) => ({ text: of === 'new' ? '' : of.text, corrects: of === 'new' ? null : of.id })}
        send={(_, body) =>
          callRoute(parentRoutes.addFamilyNote, { params: { parentId }, body, idempotencyKey: keyOf(body) })
        }
        failure="Failed to save the note"
        done="Note saved"
        action={['Save', 'Saving...']}
        onClose={() => setWriting(undefined)}
      >
        {(field, of) => (
          <TextAreaField
            label="Note"
            hint={
              of === 'new'
                ? 'Only administrators see it. The family can download it with its data.'
                : 'The earlier note stays below, as it was.'
            }
            required
            limit={limits.familyNoteLength}
            {...field('text')}
          />
        )}
      </FormDialog>
    </Stack>
  );
};

interface NoteListProps {
  readonly notes: readonly FamilyNote[];
  readonly onCorrect: (note: FamilyNote) => void;
}

const NoteList = ({ notes, onCorrect }: NoteListProps) => {
  const corrected = new Set(notes.map(({ corrects }) => corrects));
  if (notes.length === 0) return <Text color="fg.muted">No notes yet</Text>;
  return (
    <Stack as="ul" gap="2" listStyleType="none">
      {notes.map((note) => (
        <li key={note.id}>
          <Card.Root size="sm">
            <Card.Body>
              <HStack justify="space-between" align="start" gap="3">
                <Stack gap="0" minWidth="0">
                  <Text whiteSpace="pre-line" overflowWrap="anywhere">
                    {note.text}
                  </Text>
                  <Text fontSize="sm" color="fg.muted">
                    {note.author ?? 'A deleted account'}, {instantText(note.at)}
                    {note.corrects && ', corrects an earlier note'}
                    {corrected.has(note.id) && ', corrected since'}
                  </Text>
                </Stack>
                {!corrected.has(note.id) && (
                  <Button type="button" variant="ghost" size="sm" onClick={() => onCorrect(note)}>
                    Correct
                  </Button>
                )}
              </HStack>
            </Card.Body>
          </Card.Root>
        </li>
      ))}
    </Stack>
  );
};
