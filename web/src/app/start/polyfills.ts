// ../browsers/newer-features.ts lists the oldest browsers.

Promise.withResolvers ??= <Value>() => {
  let resolve: PromiseWithResolvers<Value>['resolve'] = () => undefined;
  let reject: PromiseWithResolvers<Value>['reject'] = () => undefined;
  const promise = new Promise<Value>((onResolve, onReject) => {
    resolve = onResolve;
    reject = onReject;
  });
  return { promise, resolve, reject };
};

AbortSignal.any ??= (signals) => {
  const controller = new AbortController();
  for (const signal of signals) {
    const abort = () => controller.abort(signal.reason);
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true, signal: controller.signal });
  }
  return controller.signal;
};

/** The language's own methods are not enumerable either. */
const addArrayMethod = (name: string, value: (this: unknown[], ...input: never[]) => unknown[]): void => {
  if (!(name in Array.prototype)) {
    Object.defineProperty(Array.prototype, name, { value, configurable: true, writable: true });
  }
};

addArrayMethod('toSorted', function (compare?: (one: unknown, other: unknown) => number) {
  return [...this].sort(compare);
});
addArrayMethod('toReversed', function () {
  return [...this].reverse();
});
addArrayMethod('toSpliced', function (start: number, count: number, ...items: unknown[]) {
  const copy = [...this];
  copy.splice(start, count, ...items);
  return copy;
});
