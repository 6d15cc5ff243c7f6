import { chakra } from '@chakra-ui/react/styled-system';

interface ShortLabelProps {
  /** Words of the full label, which speech control then still finds. */
  readonly short: string;
  readonly children: string;
}

const narrow = '@container (width < 33rem)';

/** The label of a button in an `ActionRow`: short where the row is narrow; assistive technology has the full one. */
export const ShortLabel = ({ short, children }: ShortLabelProps) => (
  <>
    <Full>{children}</Full>
    <Short aria-hidden="true">{short}</Short>
  </>
);

const Full = chakra('span', {
  base: {
    [narrow]: {
      position: 'absolute',
      width: '1px',
      height: '1px',
      overflow: 'hidden',
      clipPath: 'inset(50%)',
      whiteSpace: 'nowrap',
    },
  },
});

const Short = chakra('span', { base: { display: 'none', [narrow]: { display: 'inline' } } });

/** Buttons in one row, which share its width where it is narrow. */
export const ActionRow = chakra('div', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    gap: '2',
    [narrow]: {
      display: 'grid',
      gridAutoFlow: 'column',
      gridAutoColumns: 'minmax(0, 1fr)',
      '& > *': { px: '1' },
      '& svg': { display: 'none' },
    },
  },
});
