import { Component } from 'react';

/** Shows the message of an error instead of its children. React logs the error to the console. */
export class ErrorBoundary extends Component {
  state = {};

  static getDerivedStateFromError(error) {
    return { error };
  }

  render() {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    return (
      <div className="error" role="alert">
        {error.message}
      </div>
    );
  }
}
