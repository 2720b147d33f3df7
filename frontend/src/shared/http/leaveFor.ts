type Leave = (path: string) => void;

let leave: Leave = (path) => location.assign(path);

/** Full navigation: the page and all it knows are dropped. */
export function leaveFor(path: string): void {
  leave(path);
}

/** Lets a spec watch full navigations, which jsdom can't do; answers what puts the real one back. */
export function watchLeaving(watch: Leave): () => void {
  const real = leave;
  leave = watch;
  return () => {
    leave = real;
  };
}
