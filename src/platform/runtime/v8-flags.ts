import { setFlagsFromString } from 'node:v8';

// V8 puts what once outlived a few collections, as all does that is made at the start, where only major collections
// look, and never reconsiders: of each request a kilobyte and a half stayed until then.
setFlagsFromString('--no-allocation-site-pretenuring');
