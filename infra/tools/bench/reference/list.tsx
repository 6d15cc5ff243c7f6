import { useState } from 'react';
import { createRoot } from 'react-dom/client';

// The page that `npm run bench web` divides all others by. A change of it makes the figures of docs/performance.md wrong.

const rows = Array.from({ length: 100 }, (_, index) => index + 1);

const Row = ({ number }: { readonly number: number }) => {
  const [isMarked, setIsMarked] = useState(false);
  return (
    <li>
      <a href={`#${number}`}>Row {number}</a>
      <p>
        <span>A name</span> <span>and a text</span>
      </p>
      <button type="button" aria-pressed={isMarked} onClick={() => setIsMarked(!isMarked)}>
        Mark
      </button>
    </li>
  );
};

const root = document.getElementById('root');
if (!root) throw new Error('The page has no root');
createRoot(root).render(
  <main>
    <h1>Reference page</h1>
    <ul>
      {rows.map((number) => (
        <Row key={number} number={number} />
      ))}
    </ul>
  </main>,
);
