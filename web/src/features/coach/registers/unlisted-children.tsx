import { UserPlus } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { callLink } from '#shared/lib/phone-number';
import { limits } from '#shared/limits';
import type { Mark, UnlistedInput } from '#shared/registers/register';
import { Button } from '../../../components/ui/button.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { Heading } from '../../../components/ui/heading.tsx';
import { Link } from '../../../components/ui/link.tsx';
import { HStack, Stack } from '../../../components/ui/stack.tsx';
import { Text } from '../../../components/ui/text.tsx';
import { loadChunk } from '../../../lib/browser/load-chunk.ts';
import { isTap, type UnsentMark } from './coach-store.ts';
import { type RegisterCopy, sessionKey } from './copies.ts';

const UnlistedForm = lazy(async () => ({
  default: (await loadChunk(() => import('./unlisted-form.tsx'))).UnlistedForm,
}));

interface UnlistedChildrenProps {
  readonly register: RegisterCopy;
  readonly marks: readonly UnsentMark[];
  /** Undefined where no child can be added any more. */
  readonly onAdd: ((child: UnlistedInput) => void) | undefined;
  readonly onRemove: ((id: Mark['id']) => Promise<void>) | undefined;
}

/** The child is a task for the office and gets no place (REG-08). */
export const UnlistedChildren = ({ register, marks, onAdd, onRemove }: UnlistedChildrenProps) => {
  const key = sessionKey(register.session);
  const sent = (register.unlisted ?? []).map((child) => ({ ...child, isSent: true }));
  const sentIds = new Set(sent.map(({ id }) => id));
  // Another tab may have stored the register with the child before it removed the waiting one.
  const waiting = marks.flatMap((one) =>
    isTap(one) || one.refused !== null || sessionKey(one.session) !== key || sentIds.has(one.mark.id)
      ? []
      : [{ id: one.mark.id, name: one.name, phone_number: one.phone_number, isSent: false }],
  );
  const children = [...sent, ...waiting];
  if (children.length === 0 && !onAdd) return null;
  return (
    <Stack as="section" gap="3" aria-labelledby="unlisted-heading">
      <Heading as="h2" size="md" id="unlisted-heading">
        Not on the list
      </Heading>
      {children.length > 0 && (
        <Stack as="ul" gap="3" listStyleType="none">
          {children.map(({ id, name, phone_number, isSent }) => (
            <li key={id}>
              <Card.Root size="sm">
                <Card.Body alignItems="start">
                  <Text fontSize="lg" fontWeight="bold" overflowWrap="anywhere">
                    {name}
                  </Text>
                  {phone_number && <Phone number={phone_number} name={name} />}
                  <Text color="fg.muted">{isSent ? 'The office knows.' : 'The office is told later.'}</Text>
                  {onRemove && <RemoveButton name={name} onRemove={() => onRemove(id)} />}
                </Card.Body>
              </Card.Root>
            </li>
          ))}
        </Stack>
      )}
      {onAdd &&
        (children.length < limits.unlistedPerSession ? (
          <AddChild onAdd={onAdd} />
        ) : (
          <Text>A session has at most {limits.unlistedPerSession} children who are not on the list.</Text>
        ))}
    </Stack>
  );
};

const Phone = ({ number, name }: { readonly number: string; readonly name: string }) => {
  const link = callLink(number);
  return link ? (
    <Link asChild>
      <a href={link} aria-label={`Call for ${name}: ${number}`}>
        {number}
      </a>
    </Link>
  ) : (
    <Text>{number}</Text>
  );
};

// The second press deletes, because nothing brings the child back.
const RemoveButton = ({
  name,
  onRemove,
}: {
  readonly name: string;
  readonly onRemove: () => Promise<void>;
}) => {
  const [state, setState] = useState<'idle' | 'asked' | 'pending' | 'failed'>('idle');
  const remove = async () => {
    setState('pending');
    // A success removes this button with the child.
    await onRemove().catch(() => setState('failed'));
  };
  return (
    <>
      <HStack gap="2">
        <Button
          type="button"
          variant="outline"
          disabled={state === 'pending'}
          aria-label={state === 'asked' ? `Delete ${name} for good` : `Delete ${name}`}
          onClick={() => (state === 'asked' ? void remove() : setState('asked'))}
        >
          {state === 'asked' ? 'Delete for good' : 'Delete'}
        </Button>
        {state === 'asked' && (
          <Button type="button" variant="ghost" onClick={() => setState('idle')}>
            Keep
          </Button>
        )}
      </HStack>
      {state === 'failed' && (
        <Text role="alert" color="danger.fg">
          {name} could not be deleted. Please try again with a network.
        </Text>
      )}
    </>
  );
};

const AddChild = ({ onAdd }: { readonly onAdd: (child: UnlistedInput) => void }) => {
  /** Undefined until the first opening. */
  const [isOpen, setIsOpen] = useState<boolean>();
  if (!isOpen)
    return (
      <Button
        type="button"
        variant="outline"
        size="lg"
        // The button replaces the focused form.
        autoFocus={isOpen === false}
        onClick={() => setIsOpen(true)}
      >
        <UserPlus aria-hidden />
        Add a child
      </Button>
    );
  return (
    <Suspense fallback={<Text role="status">The form is loading...</Text>}>
      <UnlistedForm
        onAdd={(child) => {
          onAdd(child);
          setIsOpen(false);
        }}
        onCancel={() => setIsOpen(false)}
      />
    </Suspense>
  );
};
