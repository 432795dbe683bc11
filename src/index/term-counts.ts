/** Counts numbers of 32 bits, in the order in which they first came: what a Map does, a few times faster, and emptied at no cost. */

const FIRST_SLOTS = 1 << 10;

export class TermCounts {
  /** Of each slot: the place of its term, and the round in which it was put there. */
  #places = new Uint32Array(FIRST_SLOTS);
  #rounds = new Uint32Array(FIRST_SLOTS);
  #terms = new Uint32Array(FIRST_SLOTS / 2);
  #counts = new Uint32Array(FIRST_SLOTS / 2);
  #round = 1;
  #size = 0;

  /** How many different terms there are. */
  get size(): number {
    return this.#size;
  }

  /** The different terms; holds until the next change. */
  get terms(): Uint32Array {
    return this.#terms.subarray(0, this.#size);
  }

  /** How often there is each of `terms`; holds until the next change. */
  get counts(): Uint32Array {
    return this.#counts.subarray(0, this.#size);
  }

  clear(): void {
    this.#size = 0;
    this.#round++;
    if (this.#round < 2 ** 32) return;
    this.#rounds.fill(0);
    this.#round = 1;
  }

  add(term: number): void {
    const place = this.#placeOf(term);
    this.#counts[place] = this.#counts[place]! + 1;
  }

  /** Makes the count of a term at least this. */
  raise(term: number, least: number): void {
    const place = this.#placeOf(term);
    if (this.#counts[place]! < least) this.#counts[place] = least;
  }

  #placeOf(term: number): number {
    const mask = this.#places.length - 1;
    // The terms are hashes already, so that their own bits spread them.
    for (let slot = term & mask; ; slot = (slot + 1) & mask) {
      if (this.#rounds[slot] !== this.#round) {
        if (this.#size < this.#terms.length) return this.#put(slot, term);
        this.#grow();
        return this.#placeOf(term);
      }
      const place = this.#places[slot]!;
      if (this.#terms[place] === term) return place;
    }
  }

  #put(slot: number, term: number): number {
    const place = this.#size++;
    this.#rounds[slot] = this.#round;
    this.#places[slot] = place;
    this.#terms[place] = term;
    this.#counts[place] = 0;
    return place;
  }

  #grow(): void {
    const [terms, counts] = [this.terms, this.counts];
    this.#places = new Uint32Array(this.#places.length * 2);
    this.#rounds = new Uint32Array(this.#places.length);
    this.#terms = new Uint32Array(this.#places.length / 2);
    this.#counts = new Uint32Array(this.#terms.length);
    this.#size = 0;
    this.#round = 1;
    for (const [at, term] of terms.entries()) this.#counts[this.#placeOf(term)] = counts[at]!;
  }
}
