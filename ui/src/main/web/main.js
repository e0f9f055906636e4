// Starts the page: a recording carries its lines with it, a live page asks for them.

import { Live } from './live.js';
import { Replay } from './replay.js';

const recording = document.getElementById('recording');
const root = document.getElementById('root');
if (recording) new Replay(root, recording.textContent);
else new Live(root);
