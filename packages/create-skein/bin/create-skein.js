#!/usr/bin/env node
// In git as plain JavaScript, so that the link can be made before anything is built.
import '../dist/main.js';
