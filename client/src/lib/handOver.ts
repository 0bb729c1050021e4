/** Hands over the seat keys in this browser to its personal key, in batches. The server then knows all its matches. */

import { holdKeys } from "./api";
import { loadAllKeys, markRefused, personalKey, removeHeldKeys, type StoredKeys } from "./keys";
import { storage, type StorageArea } from "./storage";

/** The server accepts this many keys in a request. */
export const MAX_KEYS = 150;

const seatKeys = ({ host, keys }: StoredKeys): string[] => (host ? [host, ...keys] : keys);

/**
 * Hand over all stored seat keys; return the number of matches whose keys the personal key holds now. A seat key is
 * removed from this browser only after the server has saved it. Throw an ApiError if the server cannot be reached.
 */
export async function handOver(area: StorageArea = storage, hold = holdKeys): Promise<number> {
  let count = 0;
  let batch: StoredKeys[] = [];
  const send = async (): Promise<void> => {
    const refused = new Set((await hold(batch.flatMap(seatKeys), [personalKey(area)])).refused);
    for (const one of batch) {
      const isRefused = seatKeys(one).some((key) => refused.has(key));
      if (isRefused) markRefused(one.id, area);
      else removeHeldKeys(one.id, area);
      count += isRefused ? 0 : 1;
    }
    batch = [];
  };
  for (const one of loadAllKeys(area).filter((stored) => !stored.refused)) {
    if (batch.length && batch.flatMap(seatKeys).length + seatKeys(one).length > MAX_KEYS) await send();
    batch.push(one);
  }
  if (batch.length) await send();
  return count;
}
