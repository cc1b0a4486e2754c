/** The formats in which the film can be recorded, best first. */
const FORMATS = ['video/webm;codecs=vp9', 'video/webm;codecs=vp8', 'video/webm'];
const FRAMES_PER_SECOND = 60;
const BITS_PER_SECOND = 16e6;

/** Records a canvas as a film in real time. The film contains the frames that the page draws. */
export class Video {
  readonly #recorder: MediaRecorder;
  readonly #parts: Blob[] = [];

  /** Whether this browser can record video. */
  static get available(): boolean {
    return typeof MediaRecorder === 'function' && formatHere() !== undefined;
  }

  constructor(canvas: HTMLCanvasElement) {
    const stream = canvas.captureStream(FRAMES_PER_SECOND);
    this.#recorder = new MediaRecorder(stream, {
      mimeType: formatHere() ?? '',
      videoBitsPerSecond: BITS_PER_SECOND,
    });
    this.#recorder.addEventListener('dataavailable', ({ data }) => {
      if (data.size > 0) this.#parts.push(data);
    });
    this.#recorder.start(1000);
  }

  /** Ends the recording. Resolves to the file of the film. */
  end(): Promise<Blob> {
    return new Promise((resolve) => {
      this.#recorder.addEventListener('stop', () => {
        resolve(new Blob(this.#parts, { type: 'video/webm' }));
      });
      this.#recorder.stop();
      for (const track of this.#recorder.stream.getTracks()) track.stop();
    });
  }
}

function formatHere(): string | undefined {
  return FORMATS.find((format) => MediaRecorder.isTypeSupported(format));
}
