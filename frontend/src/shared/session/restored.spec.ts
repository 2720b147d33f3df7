import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { watchLeaving } from '../http/leaving.ts';
import { makeQueryClient } from '../http/queryClient.ts';
import { dealer } from '../testing/people.ts';
import { markSignedIn, markSignedOut } from '../testing/server.ts';
import { userKey, watchRestored } from './session.ts';

/** The browser shows a page again. */
const show = (persisted: boolean) =>
  window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted }));

// Proves I35-37-back
describe('a page that the browser brings back from memory', () => {
  const left: string[] = [];
  const client = makeQueryClient();
  let end = () => {};
  beforeEach(() => {
    left.length = 0;
    const endLeaving = watchLeaving((path) => left.push(path));
    const endRestored = watchRestored(client);
    end = () => {
      endRestored();
      endLeaving();
    };
  });
  afterEach(() => {
    end();
    client.clear();
    document.body.hidden = false;
  });

  it('is hidden and loaded anew where its session has ended', () => {
    client.setQueryData(userKey, dealer);
    markSignedOut();
    show(true);
    expect([document.body.hidden, left]).toEqual([true, [location.pathname]]);
  });

  it('stays where the session goes on, was none, or the page is loaded', () => {
    client.setQueryData(userKey, dealer);
    markSignedIn();
    show(true);
    markSignedOut();
    show(false);
    client.setQueryData(userKey, null);
    show(true);
    expect([document.body.hidden, left]).toEqual([false, []]);
  });
});
