import { chakra } from '@chakra-ui/react/styled-system';
import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react';

interface AuthTab {
  readonly value: string;
  readonly label: string;
}

interface AuthTabsProps {
  readonly tabs: readonly AuthTab[];
  /** The value of the selected tab. */
  readonly selected: string;
  readonly onSelect: (value: string) => void;
  /** The panel of the selected tab. */
  readonly children: ReactNode;
}

/** How far each key moves the selection. */
const steps: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 };

/**
 * Tabs by the pattern of the ARIA Authoring Practices: the arrow keys select. Written here, because Chakra's tabs cost a
 * login 15 KB (gzip) of state machines.
 */
export const AuthTabs = ({ tabs, selected, onSelect, children }: AuthTabsProps) => {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const select = (value: string) => {
    onSelect(value);
    list.current?.querySelector<HTMLElement>(`[data-value="${value}"]`)?.focus();
  };
  const move = (event: KeyboardEvent) => {
    const step = steps[event.key];
    const at = tabs.findIndex(({ value }) => value === selected);
    const next = step === undefined ? undefined : tabs.at((at + step) % tabs.length);
    if (!next) return;
    event.preventDefault();
    select(next.value);
  };
  return (
    <>
      <TabList role="tablist" ref={list} onKeyDown={move}>
        {tabs.map(({ value, label }) => (
          <Tab
            key={value}
            type="button"
            role="tab"
            id={`${id}-${value}`}
            data-value={value}
            aria-selected={value === selected}
            aria-controls={`${id}-panel`}
            tabIndex={value === selected ? 0 : -1}
            onClick={() => select(value)}
          >
            {label}
          </Tab>
        ))}
      </TabList>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${selected}`}>
        {children}
      </div>
    </>
  );
};

const TabList = chakra('div', {
  base: {
    display: 'grid',
    gridTemplateColumns: '1fr 1fr',
    gap: '1',
    p: '1',
    mb: '6',
    borderRadius: 'full',
    bg: 'bg.subtle',
  },
});

const Tab = chakra('button', {
  base: {
    minHeight: 'touch',
    borderRadius: 'full',
    fontWeight: 'bold',
    cursor: 'pointer',
    color: 'fg.muted',
    _selected: { bg: 'bg.surface', color: 'fg', boxShadow: 'card' },
  },
});
