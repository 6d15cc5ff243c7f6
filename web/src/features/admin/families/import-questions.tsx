import { Link as RouterLink } from 'react-router-dom';
import type { ImportedAdult, ImportedChild, ImportedFamily } from '#shared/families/import';
import type { AskedRows } from '#shared/families/import-groups';
import { formatDate } from '#shared/lib/format';
import { namesOf } from '#shared/lib/names';
import { listed } from '#shared/lib/text';
import { paths } from '#shared/paths';
import { Button } from '../../../components/ui/button.tsx';
import { Link } from '../../../components/ui/link.tsx';
import { Stack } from '../../../components/ui/stack.tsx';
import { Text } from '../../../components/ui/text.tsx';
import { List, Rows } from './import-lists.tsx';
import type { DecidedFamily } from './import-run.ts';

/** "Ana Novak, ana@example.com and Leo Novak: Mia (Apr 3, 2018)". */
export const familyWords = ({
  adults,
  children,
}: {
  readonly adults: readonly {
    readonly full_name: string;
    readonly email: string | null;
    readonly phone_number: string;
  }[];
  readonly children: readonly Pick<ImportedChild, 'name' | 'date_of_birth'>[];
}): string => {
  const parents = adults.map((one) =>
    [one.full_name, one.email, one.phone_number].filter((text) => text).join(', '),
  );
  const names = children.map(({ name, date_of_birth }) => `${name} (${formatDate(date_of_birth)})`);
  return `${parents.join(' and ')}${names.length > 0 ? `: ${listed(names)}` : ', no children'}`;
};

export const adultsOf = ({ adult, second }: Pick<ImportedFamily, 'adult' | 'second'>): ImportedAdult[] => [
  adult,
  ...(second ? [second] : []),
];

const likeTexts = namesOf({
  email: 'have the same email, and parents of different names',
  same: 'are the same by what they have',
  phone: 'have the same phone number',
  child: 'have a child of the same name and date of birth',
  name: 'have a parent of the same name',
} as const);

interface AnswerButtonsProps {
  readonly isPending: boolean;
  readonly onSame?: (() => void) | undefined;
  readonly onAnother?: (() => void) | undefined;
  readonly of: string;
}

const AnswerButtons = ({ isPending, onSame, onAnother, of }: AnswerButtonsProps) => (
  <Text as="span" display="flex" flexWrap="wrap" gap="2" mt="1">
    {(
      [
        ['Same Family', onSame],
        ['Another Family', onAnother],
      ] as const
    ).map(
      ([text, say]) =>
        say && (
          <Button
            key={text}
            type="button"
            variant="outline"
            size="sm"
            disabled={isPending}
            aria-label={`${text}: ${of}`}
            onClick={say}
          >
            {text}
          </Button>
        ),
    )}
  </Text>
);

interface RowQuestionsProps {
  readonly asked: readonly AskedRows[];
  readonly isPending: boolean;
  readonly onSay: (shared: AskedRows['shared'], answer: 'one' | 'apart') => void;
}

/** Rows that may be one family, which a person decides (IMP-12). */
export const RowQuestions = ({ asked, isPending, onSay }: RowQuestionsProps) => (
  <Rows title="Rows: same family or another?" count={asked.length}>
    {asked.map(({ shared, reason, families }) => (
      <li key={shared}>
        <Text>These {likeTexts[reason]}. Until you say whether they are one family, none is imported.</Text>
        <List aria-label="The families" ms="4">
          {families.map(({ lines, adults, children }) => (
            <li key={lines.join()}>
              {lines.length > 1 ? 'Rows' : 'Row'} {listed(lines.map(String))}:{' '}
              {familyWords({ adults, children })}
            </li>
          ))}
        </List>
        <AnswerButtons
          isPending={isPending}
          of={`rows ${listed(families.flatMap(({ lines }) => lines).map(String))}`}
          onSame={() => onSay(shared, 'one')}
          onAnother={() => onSay(shared, 'apart')}
        />
      </li>
    ))}
  </Rows>
);

interface FamilyQuestionsProps {
  readonly asked: readonly DecidedFamily[];
  readonly isPending: boolean;
  readonly onSay: (answered: DecidedFamily['family']) => void;
}

/** Families that may be stored ones, which a person decides (IMP-12). */
export const FamilyQuestions = ({ asked, isPending, onSay }: FamilyQuestionsProps) => {
  const families = asked.filter(({ decision }) => decision.candidates.length > 0);
  return (
    <Rows title="Same family or another?" count={families.length}>
      {families.map(({ family, decision: { candidates } }) => (
        <li key={family.rows[0]}>
          <Text>In the file: {familyWords({ adults: adultsOf(family), children: family.children })}</Text>
          <List aria-label="May be the same family" ms="4">
            {candidates.map(({ family_id, row, reason, children, ...contact }) => (
              <li key={family_id ?? row}>
                <Text>
                  {family_id ? 'Stored: ' : 'Another row: '}
                  {family_id ? (
                    <Link asChild>
                      <RouterLink to={paths.adminParent(family_id)}>
                        {familyWords({ adults: [contact], children })}
                      </RouterLink>
                    </Link>
                  ) : (
                    familyWords({ adults: [contact], children })
                  )}
                  . The two {likeTexts[reason]}.
                </Text>
                <AnswerButtons
                  isPending={isPending}
                  of={contact.full_name}
                  onSame={family_id ? () => onSay({ ...family, is: family_id }) : undefined}
                />
              </li>
            ))}
          </List>
          <AnswerButtons
            isPending={isPending}
            of={`than ${listed(candidates.map(({ full_name }) => full_name))}`}
            onAnother={() =>
              onSay({
                ...family,
                is: null,
                apart: candidates.flatMap(({ family_id, reason }) =>
                  family_id ? [{ family_id, reason }] : [],
                ),
                apart_in_file: family.apart_in_file || candidates.some(({ row }) => row !== null),
              })
            }
          />
        </li>
      ))}
    </Rows>
  );
};

/** Children with almost the names of stored ones (IMP-02). */
export const ChildQuestions = ({ asked, isPending, onSay }: FamilyQuestionsProps) => (
  <Rows
    title="Is it the same child?"
    count={asked.filter(({ decision }) => decision.similar.length > 0).length}
  >
    {asked.flatMap(({ family, decision }) =>
      decision.similar.map(({ name, child_id, known_name }) => {
        const say = (is: NonNullable<ImportedChild['is']>) =>
          onSay({
            ...family,
            children: family.children.map((child) => (child.name === name ? { ...child, is } : child)),
          });
        return (
          <li key={`${family.rows[0]} ${name}`}>
            <Text>
              {name} in the file, {known_name} in {decision.parent_name}’s family, born on the same day.
            </Text>
            <Stack direction="row" wrap="wrap" gap="2" mt="1">
              {(
                [
                  ['The Same Child', child_id],
                  ['Another Child', 'another'],
                ] as const
              ).map(([text, is]) => (
                <Button
                  key={text}
                  type="button"
                  variant="outline"
                  size="sm"
                  disabled={isPending}
                  onClick={() => say(is)}
                >
                  {text}
                </Button>
              ))}
            </Stack>
          </li>
        );
      }),
    )}
  </Rows>
);
