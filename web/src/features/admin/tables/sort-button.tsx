import { chakra } from '@chakra-ui/react/styled-system';
import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react';

interface SortButtonProps {
  readonly header: string;
  readonly state: 'ascending' | 'descending' | undefined;
  readonly onClick: () => void;
}

const icons = { ascending: ArrowUp, descending: ArrowDown };

/** A column header that sorts by the column. */
export const SortButton = ({ header, state, onClick }: SortButtonProps) => {
  const Icon = state ? icons[state] : ArrowUpDown;
  return (
    <HeaderButton type="button" onClick={onClick}>
      {header}
      <Icon size="1em" aria-hidden />
    </HeaderButton>
  );
};

const HeaderButton = chakra('button', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '1',
    minHeight: 'touch',
    my: '-2',
    fontWeight: 'semibold',
    textAlign: 'start',
    cursor: 'pointer',
    _hover: { color: 'fg' },
    _print: { '& svg': { display: 'none' } },
  },
});
