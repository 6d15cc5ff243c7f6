import { type ComponentProps, type ReactNode, useEffect, useState } from 'react';
import { css } from '#styled-system/css';
import { Heading } from '../../../components/ui/heading.tsx';
import { Stack } from '../../../components/ui/stack.tsx';
import { Text } from '../../../components/ui/text.tsx';

const bar = css({ width: 'full', height: '3', accentColor: 'brand.solid' });
export const List = (list: ComponentProps<typeof Stack>) => (
  <Stack as="ul" gap="2" listStyle="none" overflowWrap="anywhere" {...list} />
);

/** A file that can be saved has the rest of a longer list. */
const mostShown = 50;

export const Rows = ({
  title,
  count,
  children,
}: {
  readonly title: string;
  readonly count: number;
  readonly children: readonly ReactNode[];
}) =>
  count === 0 ? null : (
    <Stack gap="2">
      <Heading as="h3" size="md">
        {title} ({count})
      </Heading>
      <List aria-label={title}>
        {children.slice(0, mostShown)}
        {children.length > mostShown && <li>… and {children.length - mostShown} more</li>}
      </List>
    </Stack>
  );

/** An unmounted screen sends no further requests. What it sent stays; the same file continues the import. */
export const useEnd = (): (() => AbortSignal) => {
  const [controller] = useState(() => ({ current: new AbortController() }));
  useEffect(() => () => controller.current.abort(), [controller]);
  return () => {
    if (controller.current.signal.aborted) controller.current = new AbortController();
    return controller.current.signal;
  };
};

export interface Progress {
  readonly done: number;
  readonly all: number;
  readonly isWaiting: boolean;
}

const progressWords = ({ done, all, isWaiting }: Progress): string =>
  isWaiting
    ? `No answer. ${done} of ${all} families are done. It goes on as soon as the network is back.`
    : `${done} of ${all} families`;

export const ShownProgress = ({
  of,
  label,
}: {
  readonly of: Progress | undefined;
  readonly label: string;
}) =>
  of ? (
    <Stack gap="1">
      <progress aria-label={label} value={of.done} max={of.all} className={bar} />
      <Text role="status">{progressWords(of)}</Text>
    </Stack>
  ) : null;
